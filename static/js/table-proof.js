// Shows what the statement behind the # of the address says, and keeps the log's keys for a check without a network.
const PATIENCE = 4000; // milliseconds a network may take before it counts as away
for (const section of document.querySelectorAll("[data-sign-check]")) {
  const place = document.querySelector("[data-verdict]");
  const form = section.querySelector("form");
  const { checkPage, keys: keysAddress, liveReference, worker } = section.dataset;
  const isCheckPage = location.pathname === checkPage;
  const code = isCheckPage ? null : /\/t\/([^/]+)\/$/.exec(location.pathname)?.[1];
  const language = document.documentElement.lang === "en" ? "en-GB" : document.documentElement.lang;
  const day = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" });
  const moment = new Intl.DateTimeFormat(language, { dateStyle: "long", timeStyle: "short" });
  const dayOf = (number) => day.format(new Date(number * 864e5));
  let turn = 0;
  let shown = "";

  // At once with the keys kept here; again with those published now, if they differ.
  async function check(text) {
    const mine = ++turn;
    if (!globalThis.crypto?.subtle) return show({ verdict: "unsupported" });
    const now = new Date();
    const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / 864e5;
    const judge = (keys) => tableStatement.check(text, keys, today, code);
    const publishing = publishedKeys();
    const kept = await keptKeys();
    let result = kept === null ? { verdict: "no_keys" } : await judge(kept);
    // A key may be newer than those kept here: where there is a network, it is asked first.
    const mayChange = navigator.onLine && ["no_keys", "foreign"].includes(result.verdict);
    if (mine === turn && !mayChange) show(result);
    const published = await publishing;
    if (published !== null && published !== kept) result = await judge(published);
    if (mine === turn) show(result);
  }

  // Some browsers keep nothing in a private window: then there are only the published keys.
  async function keptKeys() {
    try {
      return (await (await caches.match(keysAddress))?.text()) ?? null;
    } catch {
      return null;
    }
  }

  async function publishedKeys() {
    try {
      const signal = AbortSignal.timeout?.(PATIENCE);
      const answer = await fetch(keysAddress, { cache: "no-cache", credentials: "omit", signal });
      if (!answer.ok) return null;
      const copy = answer.clone();
      caches.open("table-keys").then((cache) => cache.put(keysAddress, copy)).catch(() => {});
      return await answer.text();
    } catch {
      return null;
    }
  }

  function show({ verdict, statement, address }) {
    const outdated = verdict === "valid" && liveReference !== undefined && liveReference !== statement.reference;
    if (outdated) verdict = "outdated";
    const words = statement && {
      ...statement,
      address,
      from: dayOf(statement.from),
      to: statement.to === null ? null : dayOf(statement.to),
      issued: dayOf(statement.issued),
      digest: `${statement.digest.slice(0, 16)}…`,
      moment: moment.format(new Date()),
    };
    const facts = JSON.stringify([verdict, words]);
    if (facts === shown) return; // a screen reader would read it twice
    shown = facts;
    const box = document.createElement("div");
    const part = filled(verdict, words);
    box.className = `box ${part.firstElementChild.dataset.tone}`;
    box.append(part);
    if (statement) box.append(filled("facts", words));
    place.replaceChildren(box);
  }

  function filled(name, words) {
    const part = section.querySelector(`template[data-for="${name}"]`).content.cloneNode(true);
    for (const gap of part.querySelectorAll("[data-slot]")) gap.textContent = words[gap.dataset.slot] ?? gap.textContent;
    return part;
  }

  // A short fragment names a part of the page of a table.
  function readAddress() {
    const text = location.hash.slice(1);
    if (text && !document.getElementById(text) && (text.length > 32 || liveReference === undefined)) check(text);
  }

  const instead = section.querySelector("[data-instead]"); // this page is shown instead of one that did not answer
  if (instead) instead.hidden = isCheckPage;
  if (form) {
    form.hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      check(form.elements.text.value.trim());
    });
  }
  addEventListener("hashchange", readAddress);
  readAddress();
  if (turn === 0) publishedKeys();
  navigator.serviceWorker?.register(worker).catch(() => {});
}
