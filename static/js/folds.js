// Folded sections. A link to a place inside one opens it, in browsers that do not do so by themselves.
const reveal = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  let closed = false;
  for (let fold = target.closest("details"); fold; fold = fold.parentElement.closest("details")) {
    closed ||= !fold.open;
    fold.open = true;
  }
  if (closed) target.scrollIntoView();
};
window.addEventListener("hashchange", reveal);
reveal();

// Print shows everything; afterwards the page is as it was.
let opened = [];
window.addEventListener("beforeprint", () => {
  opened = [...document.querySelectorAll(".reading details:not([open])")];
  for (const fold of opened) fold.open = true;
});
window.addEventListener("afterprint", () => {
  for (const fold of opened) fold.open = false;
});

// A finding that is marked as dealt with gives way to the next one.
document.addEventListener("htmx:afterSettle", (event) => {
  if (!event.target.matches?.(".judged[data-ticked]")) return;
  document.querySelector(".judged:not([data-ticked]) > details")?.setAttribute("open", "");
});
