// Try the table with a pointer: an area chooses its bet, a choice says how it wins, results are read out,
// new chips drop in. Forms and links do all of it without this.

const how = JSON.parse(document.getElementById("try-how")?.textContent || "{}");
let before = new Set();

const chipsNow = () => [...document.querySelectorAll("#try .chip title")].map((title) => title.textContent);

function chosenHow() {
  const select = document.getElementById("try-wager");
  if (!select) return;
  let said = document.getElementById("try-wins");
  if (!said) {
    said = document.createElement("p");
    said.id = "try-wins";
    said.className = "hint";
    select.after(said);
    select.setAttribute("aria-describedby", "try-wins");
  }
  const wager = select.value.split(".")[0];
  said.textContent = how[wager] || "";
  for (const area of document.querySelectorAll("#try .area")) {
    area.classList.toggle("chosen", keyOf(area) === select.value);
  }
}

function keyOf(area) {
  const { number, space } = area.dataset;
  if (space) {
    const option = document.querySelector(`#try-wager option[data-space="${CSS.escape(space)}"]`);
    return option ? option.value : area.dataset.wager;
  }
  return number ? `${area.dataset.wager}.${number}` : area.dataset.wager;
}

document.addEventListener("click", (event) => {
  const area = event.target.closest("#try .area, #try .fire");
  const select = document.getElementById("try-wager");
  if (!area || !select) return;
  const key = area.classList.contains("fire") ? "fire" : keyOf(area);
  const option = [...select.options].find((each) => each.value === key || each.value.startsWith(`${key}.`));
  if (!option) return;
  select.value = option.value;
  chosenHow();
  const amount = document.getElementById("try-amount");
  amount.focus({ preventScroll: true });
  amount.select();
  if (amount.getBoundingClientRect().bottom > innerHeight) amount.scrollIntoView({ block: "center" });
});

document.addEventListener("change", (event) => {
  if (event.target.id === "try-wager") chosenHow();
});

document.addEventListener("focusin", (event) => {
  if (event.target.id === "try-link") event.target.select();
});

// A page that asks to wait says so in place.
document.addEventListener("htmx:beforeSwap", (event) => {
  if ([400, 429].includes(event.detail.xhr.status)) {
    event.detail.shouldSwap = true;
    event.detail.isError = false;
  }
  before = new Set(chipsNow());
});

document.addEventListener("htmx:afterSettle", () => {
  chosenHow();
  for (const title of document.querySelectorAll("#try .chip title")) {
    title.parentElement.classList.toggle("fresh", !before.has(title.textContent));
  }
  // A move that is over takes its button with it: the next one is where the hands are.
  if (document.activeElement === document.body) document.getElementById("try-go")?.focus({ preventScroll: true });
  const said = document.querySelector("#try [role=alert]") || document.querySelector("#try [data-said]");
  if (said) document.getElementById("try-said").textContent = said.textContent.replace(/\s+/g, " ").trim();
});

chosenHow();
