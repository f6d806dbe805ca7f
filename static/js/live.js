// When a live check gets no answer, say so: a summary that is out of date must not look current.
for (const failure of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(failure, () => {
    const live = document.getElementById("live");
    const stale = document.getElementById("live-stale");
    if (live && stale) {
      live.replaceChildren(stale.content.cloneNode(true));
    }
  });
}

// A pressed button answers for the whole form: a check that falls due meanwhile must not cut it short.
let pressed = false;
const isButton = (event) => event.detail.requestConfig.elt instanceof HTMLButtonElement;
document.addEventListener("htmx:beforeRequest", (event) => {
  if (isButton(event)) pressed = true;
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (isButton(event)) pressed = false;
});
document.addEventListener("htmx:confirm", (event) => {
  if (pressed && event.detail.elt.id === "step-form") event.preventDefault();
});
