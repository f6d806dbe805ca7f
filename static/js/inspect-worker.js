// Opens the checklist of an inspection again when there is no network, from the copy that the page has kept.

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith("/static/")) event.respondWith(fromCopy(request));
  else if (request.mode === "navigate" && url.pathname.endsWith("/checklist/")) event.respondWith(fromNetwork(request));
});

async function fromCopy(request) {
  return (await caches.match(request.url)) || fetch(request);
}

async function fromNetwork(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const copy = await caches.match(new URL(request.url).pathname);
    if (!copy) throw error;
    // The page learns that it is a copy, and adds what was sent since.
    const text = (await copy.text()).replace('id="checklist"', 'id="checklist" data-copy');
    return new Response(text, { headers: copy.headers });
  }
}
