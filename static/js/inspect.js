// Keeps every answer and photo of an inspection on this device until the server has it, and sends it once.
//
// What changes goes into a store of the browser at once, under a key made here. A sender takes the entries in
// their order; the server stores each key once, so an entry whose answer got lost is simply sent again.

const form = document.getElementById("checklist");
const inspection = Number(form.dataset.inspection);
const person = Number(form.dataset.person);
const line = document.getElementById("sending");
const trouble = document.getElementById("trouble");
const RETRY = 5000; // milliseconds
const PAUSE = 1000; // after the last key before an answer is sent

// --- The store ---

const opened = new Promise((resolve, reject) => {
  const request = indexedDB.open("baize-inspections", 1);
  request.onupgradeneeded = () => request.result.createObjectStore("outbox", { keyPath: "seq", autoIncrement: true });
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

async function inStore(mode, act) {
  const database = await opened;
  return new Promise((resolve, reject) => {
    const transaction = database.transaction("outbox", mode);
    const request = act(transaction.objectStore("outbox"));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
}

// Answers that were sent stay until the inspection is finished: a copy of the page does not have them.
const everything = async () =>
  (await inStore("readonly", (store) => store.getAll())).filter(
    (entry) => entry.inspection === inspection && entry.person === person,
  );
const unsent = async () => (await everything()).filter((entry) => !entry.sent);
const newEntry = (kind, more) => ({ kind, inspection, person, key: crypto.randomUUID(), ...more });
const put = (entry) => inStore("readwrite", (store) => store.put(entry));
const remove = (entry) => inStore("readwrite", (store) => store.delete(entry.seq));

// One change after the other: two at once could both replace the same entry.
let last = Promise.resolve();
function inTurn(act) {
  const turn = last.then(act, act).catch(cannotKeep);
  last = turn;
  return turn;
}

function cannotKeep(error) {
  say(`This device cannot keep answers (${error?.name || "unknown reason"}). Save them with the button.`);
  form.dataset.plain = "";
}

// --- What the inspector does ---

function keepAnswer(number) {
  return inTurn(async () => {
    const answer = {
      result: form.elements[`item-${number}-result`].value,
      remark: form.elements[`item-${number}-remark`].value,
    };
    const earlier = (await everything()).filter((entry) => entry.kind === "answer" && entry.item === number);
    // An entry that was tried may have arrived, so its key never gets other content: a new one replaces it.
    for (const entry of earlier) if (entry.tried) await remove(entry);
    const untried = earlier.find((entry) => !entry.tried);
    await put({ ...(untried || newEntry("answer", { item: number })), ...answer });
    await show();
  });
}

function keepPhotos(number, files) {
  return inTurn(async () => {
    for (const file of files) {
      await put(newEntry("photo", { item: number, photo: file, filename: file.name }));
    }
    await show();
  });
}

form.addEventListener("input", (event) => {
  const number = itemOf(event.target);
  if (!number || event.target.type === "file") return;
  if (event.target.value === "not_in_order") {
    event.target.closest("[data-item]").querySelector("details").open = true;
  }
  keepAnswer(number);
  count();
  sendAfter(event.target.type === "radio" ? 0 : PAUSE);
});

form.addEventListener("change", (event) => {
  const number = itemOf(event.target);
  if (!number || event.target.type !== "file") return;
  keepPhotos(number, [...event.target.files]);
  event.target.value = ""; // the form itself must not send it too
  sendAfter(0);
});

form.addEventListener("click", (event) => {
  const all = event.target.closest("[data-all-in-order]");
  if (all) {
    for (const check of all.closest("section").querySelectorAll("[data-item]")) {
      if (check.querySelector("input[type=radio]:checked")) continue;
      check.querySelector('input[value="in_order"]').checked = true;
      keepAnswer(Number(check.dataset.item));
    }
    count();
    sendAfter(0);
  }
  const drop = event.target.closest("[data-drop]");
  if (drop) {
    inTurn(async () => {
      await remove({ seq: Number(drop.dataset.drop) });
      await show();
    });
  }
});

form.addEventListener("submit", (event) => {
  if ("plain" in form.dataset) return; // nothing can be kept here: the form is sent as it is
  event.preventDefault();
  if (event.submitter?.name !== "finish") {
    sendAfter(0);
    return;
  }
  const problem = unfinished();
  say(problem ? problem.words : "");
  if (problem) {
    problem.field.closest("details")?.setAttribute("open", "");
    problem.field.focus();
    return;
  }
  inTurn(async () => {
    for (const entry of await everything()) if (entry.kind === "finish") await remove(entry);
    const { remark, remedy_by } = form.elements;
    await put(newEntry("finish", { remark: remark.value, remedy_by: remedy_by.value }));
    await show();
  });
  sendAfter(0);
});

// What the server would refuse, said while the inspector is still at the table.
function unfinished() {
  const checks = [...form.querySelectorAll("[data-item]")];
  const of = (check) => form.elements[`item-${check.dataset.item}-result`].value;
  const wrong = checks.filter((check) => of(check) === "not_in_order");
  if (!checks.some((check) => ["in_order", "not_in_order"].includes(of(check)))) {
    return { words: "Mark at least one item as in order or not in order.", field: form.querySelector("input[type=radio]") };
  }
  const silent = wrong.find((check) => !check.querySelector("textarea").value.trim());
  if (silent) {
    const name = silent.querySelector("legend").textContent;
    return { words: `Enter what is not in order, in the remark: ${name}.`, field: silent.querySelector("textarea") };
  }
  const day = form.elements.remedy_by;
  if (wrong.length && (!day.value || day.value < day.min)) {
    return { words: "Choose a later day by which the findings have to be remedied.", field: day };
  }
  return null;
}

function itemOf(field) {
  return Number(field.closest("[data-item]")?.dataset.item || 0);
}

// --- Sending ---

let timer = 0;
let sending = false;
let offline = !navigator.onLine;

function sendAfter(milliseconds) {
  clearTimeout(timer);
  timer = setTimeout(() => inTurn(() => {}).then(send), milliseconds);
}

async function send() {
  if (sending) return sendAfter(RETRY / 5);
  sending = true;
  try {
    for (;;) {
      const entry = await inTurn(next);
      if (!entry || !(await sent(entry))) break;
    }
  } finally {
    sending = false;
    await show();
  }
}

// The next entry to send; from now on it does not change.
async function next() {
  const entry = (await unsent()).find((each) => !each.refused);
  if (entry) await put({ ...entry, tried: true });
  return entry;
}

// Whether the next entry may be sent.
async function sent(entry) {
  let answer, said;
  try {
    answer = await fetch(form.action, { method: "POST", body: bodyOf(entry), headers: { Accept: "application/json" } });
    said = answer.headers.get("Content-Type")?.startsWith("application/json") ? await answer.json() : null;
  } catch {
    return later(true);
  }
  offline = false;
  if (answer.ok && said) {
    await inTurn(() => (entry.kind === "answer" ? put({ ...entry, tried: true, sent: true }) : remove(entry)));
    if (entry.kind === "finish") leave(said.next);
    return entry.kind !== "finish";
  }
  if (answer.redirected || answer.status === 403 || answer.status === 404) {
    say("You are signed out. What you entered stays on this device. Sign in again in this browser, then reload this page.");
    return false;
  }
  if (said && (answer.status === 409 || answer.status === 422)) {
    await refused(entry, said.error);
    return answer.status === 422;
  }
  return later(false); // too many requests, or the server has a problem: it is tried again
}

function later(isOffline) {
  offline = isOffline;
  sendAfter(RETRY);
  return false;
}

async function refused(entry, words) {
  if (entry.kind === "finish") await inTurn(() => remove(entry));
  else await inTurn(() => put({ ...entry, tried: true, refused: words }));
  say(entry.kind === "photo" ? `${entry.filename}: ${words}` : words);
}

function bodyOf(entry) {
  const body = new FormData();
  body.append("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
  if (entry.kind === "finish") {
    body.append("finish", "1");
    body.append("finish_key", entry.key);
    body.append("remark", entry.remark);
    body.append("remedy_by", entry.remedy_by);
    return body;
  }
  body.append("key", entry.key);
  if (entry.kind === "photo") body.append(`item-${entry.item}-photos`, entry.photo, entry.filename);
  else {
    body.append(`item-${entry.item}-result`, entry.result);
    body.append(`item-${entry.item}-remark`, entry.remark);
  }
  return body;
}

async function leave(address) {
  for (const entry of await everything()) await remove(entry);
  await window.caches?.delete(`inspection-${inspection}`);
  window.location.assign(address);
}

addEventListener("online", () => sendAfter(0));
addEventListener("offline", () => { offline = true; show(); });
document.addEventListener("visibilitychange", () => sendAfter(0));

// --- What is shown ---

async function show() {
  const entries = await unsent();
  const finishing = entries.some((entry) => entry.kind === "finish");
  const waiting = entries.filter((entry) => entry.kind !== "finish").length;
  const answers = waiting === 1 ? "1 answer not sent yet" : `${waiting} answers not sent yet`;
  const where = offline ? ". No network: kept on this device" : "";
  line.textContent =
    finishing ? `Finishing. ${waiting ? answers : "Not sent yet"}${where}`
    : waiting ? `${answers}${where}`
    : `Everything is sent. ${answered()}`;
  line.parentElement.toggleAttribute("data-waiting", finishing || waiting > 0);
  for (const list of form.querySelectorAll("[data-unsent]")) list.replaceChildren();
  for (const entry of entries.filter((each) => each.kind === "photo")) {
    const row = document.createElement("li");
    const words = document.createElement("span");
    words.textContent = `${entry.filename}: ${entry.refused || "not sent yet"}`;
    const drop = document.createElement("button");
    drop.type = "button";
    drop.className = "button slim";
    drop.dataset.drop = entry.seq;
    drop.textContent = "Remove";
    drop.setAttribute("aria-label", `Remove ${entry.filename}`);
    row.append(words, drop);
    const details = form.querySelector(`[data-item="${entry.item}"] details`);
    details.querySelector("[data-unsent]").append(row);
  }
}

function answered() {
  const all = form.querySelectorAll("[data-item]").length;
  return `${form.querySelectorAll("[data-item] input[type=radio]:checked").length} of ${all} answered`;
}

function count() {
  document.getElementById("answered").textContent = answered().replace(" answered", "");
}

function say(words) {
  trouble.hidden = !words;
  trouble.textContent = words;
}

// What was kept comes back into the form after a reload.
async function restore() {
  for (const entry of "copy" in form.dataset ? await everything() : await unsent()) {
    const check = entry.item && form.querySelector(`[data-item="${entry.item}"]`);
    if (!check) continue;
    if (entry.kind === "answer") {
      const radio = check.querySelector(`input[value="${entry.result}"]`);
      if (radio) radio.checked = true;
      check.querySelector("textarea").value = entry.remark;
    }
    if (entry.kind === "photo" || entry.remark) check.querySelector("details").open = true;
  }
  count();
}

// The page itself opens again without a network: a worker answers with the copy kept here.
async function keepPage() {
  if (!navigator.serviceWorker || !window.caches) return;
  if ("copy" in form.dataset) return; // there is no network, and the copy is there
  await navigator.storage?.persist?.();
  await navigator.serviceWorker.register(form.dataset.worker);
  const parts = performance.getEntriesByType("resource").map((entry) => new URL(entry.name));
  const files = parts.filter((url) => url.origin === location.origin && url.pathname.startsWith("/static/"));
  const cache = await caches.open(`inspection-${inspection}`);
  await cache.addAll([location.pathname, ...new Set(files.map((url) => url.pathname))]);
  document.documentElement.dataset.kept = "page";
}

document.getElementById("save").textContent = "Send now";
for (const button of form.querySelectorAll("[data-all-in-order]")) button.hidden = false;
inTurn(restore).then(send);
addEventListener("load", () => keepPage().catch(() => {})); // without it, only a reload needs the network
