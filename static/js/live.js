// The element that sent the request: when the answer arrives, the event may come from another one.
const asker = (event) => event.detail.requestConfig?.elt ?? event.detail.elt;

// When a request gets no answer, say so: out-of-date figures must not look current, lost input must not look saved.
for (const failure of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(failure, (event) => {
    const part = { saved: "saved", figures: "" }[asker(event).id] ?? "live";
    const box = document.getElementById(part);
    const stale = document.getElementById(`${part}-stale`);
    if (box && stale) box.replaceChildren(stale.content.cloneNode(true));
  });
}

// A pressed button sends the whole form: a check or save that becomes due meanwhile must not cancel it.
// Its result is saved automatically. While a save is running a button waits: it would name the version before.
let pressed = false;
let saving = false;
let waiting = [];
let typed = false; // since the last save
const isButton = (elt) => elt instanceof HTMLButtonElement;
const isSave = (elt) => elt.id === "saved";

document.addEventListener("htmx:confirm", (event) => {
  const { elt, issueRequest } = event.detail;
  if (pressed && (elt.id === "step-form" || isSave(elt))) event.preventDefault();
  else if (saving && isButton(elt)) {
    event.preventDefault();
    waiting.push(() => issueRequest(true));
  }
});
document.addEventListener("htmx:beforeRequest", (event) => {
  if (isButton(asker(event))) pressed = true;
  if (isSave(asker(event))) {
    saving = true;
    typed = false;
  }
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (!isButton(asker(event))) return;
  pressed = false;
  typed = true; // by the button
  if (waiting.length && !saving) htmx.trigger("#saved", "save");
});
for (const end of ["htmx:afterSettle", "htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(end, (event) => {
    if (!isSave(asker(event))) return;
    saving = false;
    for (const go of waiting.splice(0)) go();
  });
}
document.addEventListener("submit", (event) => {
  if (event.target.id !== "step-form") return;
  typed = false;
  if (!saving) return;
  event.preventDefault();
  waiting.push(() => event.target.requestSubmit(event.submitter));
});

// Input typed before this script had loaded, or restored by the browser, counts as typed now.
const isChanged = (field) => {
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  if (!(field instanceof HTMLSelectElement)) return "defaultValue" in field && field.value !== field.defaultValue;
  const given = [...field.options].findIndex((option) => option.defaultSelected);
  return field.selectedIndex !== Math.max(given, 0);
};
document.addEventListener("DOMContentLoaded", () => {
  const form = document.getElementById("step-form");
  [...(form?.elements ?? [])].find(isChanged)?.dispatchEvent(new Event("input", { bubbles: true }));
});

// Leaving the page saves first, by "Next step" also choices that are shown and not stated yet. If that fails the page stays and says why; the second attempt leaves.
document.addEventListener("input", (event) => {
  if (event.target.form?.id === "step-form") typed = true;
});
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  const away = link && plain && !link.target && link.origin === location.origin && link.pathname !== location.pathname;
  const unsaved = typed || saving || pressed || "saves" in (link?.dataset ?? {});
  if (!away || !document.getElementById("saved") || !unsaved) return;
  event.preventDefault();
  waiting.push(() => {
    const box = document.getElementById("saved");
    if (!box.childElementCount || box.querySelector("[data-saved]")) location.assign(link.href);
    else box.scrollIntoView({ block: "nearest" });
  });
  if (!saving && !pressed) htmx.trigger("#saved", "save");
});

// A closed tab leaves no time to wait for a save: the form is sent as the page unloads. Switching to another tab
// saves as a pause does, since the page may stay. Saving the same text twice makes one version.
let lost = false; // a save that got no answer
for (const end of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(end, (event) => { if (isSave(asker(event))) lost = true; });
}
document.addEventListener("htmx:afterSettle", (event) => { if (isSave(asker(event))) lost = false; });
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden" && typed && !saving && document.getElementById("saved")) htmx.trigger("#saved", "save");
});
window.addEventListener("pagehide", () => {
  const box = document.getElementById("saved");
  if (!box || !(typed || saving || lost)) return;
  const body = new URLSearchParams(new FormData(box.closest("form")));
  fetch(box.getAttribute("hx-post"), { method: "POST", body, keepalive: true }).catch(() => {});
});
// Restored from the browser's cache, the page asks which version is saved.
window.addEventListener("pageshow", (event) => {
  if (event.persisted && document.getElementById("saved")) htmx.trigger("#saved", "save");
});
