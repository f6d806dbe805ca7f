// "Select all" and "Select none" without loading the page again, and how many are selected.
for (const line of document.querySelectorAll("[data-selects]")) {
  const boxes = [...document.querySelectorAll(`input[type=checkbox][form="${line.dataset.selects}"]`)];
  const status = line.querySelector("[data-selected]");
  const count = () => {
    const chosen = boxes.filter((box) => box.checked).length;
    status.textContent = chosen ? `${chosen} selected` : "";
  };
  for (const link of line.querySelectorAll("[data-select]")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      for (const box of boxes) box.checked = link.dataset.select === "all";
      count();
    });
  }
  for (const box of boxes) box.addEventListener("change", count);
  count();
}
