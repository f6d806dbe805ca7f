// Tables of figures: a block pasted from a spreadsheet fills the cells from the one it is pasted into, and the
// arrow keys go up and down a column. The live check reads every cell and shows what is not valid.

const cellsOf = (row) => [...row.querySelectorAll("input, select")];
const rowsOf = (table) => [...table.querySelectorAll("tr[data-title]")];
const cellFor = (target) => target.closest?.("table.grid tr[data-title] :is(input, select)");

function fill(cell, text) {
  if (!(cell instanceof HTMLSelectElement)) {
    cell.value = text;
    return true;
  }
  const wanted = text.toLowerCase();
  const option = [...cell.options].find((each) => [each.value.toLowerCase(), each.text.toLowerCase()].includes(wanted));
  if (option) cell.value = option.value;
  return Boolean(option);
}

document.addEventListener("paste", (event) => {
  const cell = cellFor(event.target);
  const text = (event.clipboardData?.getData("text/plain") ?? "").replace(/\r\n?/g, "\n").replace(/\n+$/, "");
  if (!cell || !/[\t\n]/.test(text)) return;
  event.preventDefault();
  const table = cell.closest("table");
  const rows = rowsOf(table);
  const named = new Map(rows.map((row) => [row.dataset.title.toLowerCase(), row]));
  const first = rows.indexOf(cell.closest("tr"));
  const column = cellsOf(rows[first]).indexOf(cell);
  const lines = text.split("\n").map((line) => line.split("\t").map((value) => value.trim()));
  const byName = lines.some(([name]) => named.has(name.toLowerCase()));
  let filled = 0;
  let left = 0;
  lines.forEach((line, place) => {
    const row = byName ? named.get(line[0].toLowerCase()) : rows[first + place];
    const cells = row ? cellsOf(row) : [];
    const start = byName ? 0 : column;
    (byName ? line.slice(1) : line).forEach((value, at) => {
      if (cells[start + at] && fill(cells[start + at], value)) filled += 1;
      else if (value) left += 1;
    });
  });
  const said = table.parentElement.querySelector("[data-grid-said]");
  const values = (number) => `${number} value${number === 1 ? "" : "s"}`;
  if (said) said.textContent = `${values(filled)} filled in.${left ? ` ${values(left)} did not fit the table.` : ""}`;
  cell.dispatchEvent(new Event("input", { bubbles: true }));
});

document.addEventListener("keydown", (event) => {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const cell = cellFor(event.target);
  if (cell instanceof HTMLInputElement && by && !event.altKey && !event.ctrlKey && !event.metaKey) {
    const rows = rowsOf(cell.closest("table"));
    const row = cell.closest("tr");
    const next = rows[rows.indexOf(row) + by];
    const to = next && cellsOf(next)[cellsOf(row).indexOf(cell)];
    if (!to) return;
    event.preventDefault();
    to.focus();
    to.select?.();
  }
  // Return in the row for all sets all; elsewhere it saves.
  if (event.key === "Enter" && event.target.matches?.("table.grid .set-all input")) {
    event.preventDefault();
    event.target.closest("tr").querySelector("button").click();
  }
});
