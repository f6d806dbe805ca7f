// Keeps the page that checks a table's sign, so that it works without a network. The view puts one line before this:
// SHELL = {kept, version, page, files, keys}: what this language's copies are called, the addresses of the page, of
// what it loads, and of the log's public keys.
const NAME = `${SHELL.kept}${SHELL.version}`;
const PATIENCE = 6000; // milliseconds a network may take before it counts as away

self.addEventListener("install", (event) => {
  // Without cookies: the page that is kept is nobody's in particular.
  const request = (address) => new Request(address, { credentials: "omit", cache: "no-cache" });
  const keep = async () => {
    await (await caches.open(NAME)).addAll([SHELL.page, ...SHELL.files].map(request));
    await (await caches.open("table-keys")).add(request(SHELL.keys));
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith(SHELL.kept) && name !== NAME);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(visit(request));
  else if (SHELL.files.includes(new URL(request.url).pathname)) event.respondWith(kept(request));
});

// The page itself; what is kept if there is no answer, or only that the server is down.
async function visit(request) {
  const away = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  const answer = await Promise.race([fetch(request).catch(() => null), away]);
  if (answer && answer.status < 500) return answer;
  return (await caches.match(SHELL.page, { cacheName: NAME })) ?? answer ?? Response.error();
}

async function kept(request) {
  return (await caches.match(request.url, { cacheName: NAME })) ?? fetch(request);
}
