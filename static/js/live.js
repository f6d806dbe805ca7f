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
