// What was typed comes back with the Back button. Browsers keep no copy of a signed-in page, so its entries are kept
// in this tab alone: until the form is sent, the page is left without entries, the person signs out or the tab is closed.
{
  const person = document.getElementById("session-end")?.dataset.person;
  const place = `typed ${person} ${location.pathname}${location.search}`;
  const KEPT = "form[method=post]:not(#step-form, #checklist)"; // these two save by themselves
  const isText = (field) => !["hidden", "password", "file", "submit", "button"].includes(field.type) && field.name && field.autocomplete !== "one-time-code";
  const isTicked = (field) => ["checkbox", "radio"].includes(field.type);
  const isChanged = (field) => {
    if (isTicked(field)) return field.checked !== field.defaultChecked;
    if (field instanceof HTMLSelectElement) return [...field.options].some((option) => option.selected !== option.defaultSelected);
    return field.value !== field.defaultValue;
  };
  const fields = () => [...document.querySelectorAll(KEPT)].flatMap((form, number) =>
    form.dataset.sent ? [] : [...form.elements].filter(isText).map((field, at) => [`${number} ${at} ${field.name}`, field]));

  let signingOut = false;
  addEventListener("pagehide", () => {
    if (signingOut) return;
    const typed = fields().filter(([, field]) => isChanged(field)).map(([key, field]) => [key, isTicked(field) ? field.checked : field.value]);
    try {
      if (typed.length) sessionStorage.setItem(place, JSON.stringify(typed));
      else sessionStorage.removeItem(place);
    } catch { /* no room: the page is as without this script */ }
  });
  if (performance.getEntriesByType("navigation")[0]?.type === "back_forward") {
    const typed = new Map(JSON.parse(sessionStorage.getItem(place) ?? "[]"));
    for (const [key, field] of fields()) {
      if (!typed.has(key)) continue;
      if (isTicked(field)) field.checked = typed.get(key);
      else field.value = typed.get(key);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }
  document.querySelector('form[action$="/sign-out/"]')?.addEventListener("submit", () => {
    signingOut = true;
    sessionStorage.clear();
  });
}
