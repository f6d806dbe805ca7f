// Try the table: a choice says how it wins, results are read out, new chips drop in, the chosen chip stays chosen
// and no press is lost. Forms and links do all of it without this.

const how = JSON.parse(document.getElementById("try-how")?.textContent || "{}");
const table = () => document.getElementById("try");
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

// An area that stands for several bets, and a place for the fire bet, lead to the list.
document.addEventListener("click", (event) => {
  const area = event.target.closest("#try .try-felt a, #try .fire");
  const select = document.getElementById("try-wager");
  if (!area || !select) return;
  const key = area.dataset.wager ?? "fire";
  const option = [...select.options].find((each) => each.value === key || each.value.startsWith(`${key}.`));
  if (!option) return;
  event.preventDefault();
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

// Every press counts, in order. A form's address is that of the run as it was drawn: what is pressed before the
// answer is here waits for it, and is then sent to the address of the longer run.
let asked = null; // the request that is on its way
const waiting = [];

document.addEventListener("submit", (event) => {
  if (!asked || !table()?.contains(event.target)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  waiting.push({ values: Object.fromEntries(new FormData(event.target, event.submitter)) });
}, true);

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("#try a[hx-get]");
  if (!asked || !link) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (link.id) waiting.push({ link: link.id });
}, true);

function next() {
  asked = null;
  const press = waiting.shift();
  if (!press) return;
  if (press.values) {
    const address = document.getElementById("try-play").getAttribute("action");
    htmx.ajax("POST", address, { source: "#try", target: "#try", values: press.values });
  } else if (document.getElementById(press.link)) document.getElementById(press.link).click();
  else next();
}

document.addEventListener("htmx:beforeRequest", (event) => {
  asked = event.detail.xhr;
});

for (const failure of ["htmx:responseError", "htmx:sendError", "htmx:timeout", "htmx:swapError"]) {
  document.addEventListener(failure, () => {
    asked = null;
    waiting.length = 0;
    const bar = document.querySelector("#try-bar .wrap");
    bar?.querySelector("[role=alert]")?.remove();
    bar?.prepend(document.getElementById("try-failed").content.cloneNode(true));
  });
}

// What is kept over a swap: where the page is scrolled to, where the hands are, and the chip in them.
const kept = { chips: new Set(), chip: "", id: "", row: -1, top: 0 };
const chips = () => [...document.querySelectorAll('.try-chips [name="amount"]')];

document.addEventListener("htmx:beforeSwap", (event) => {
  const { status } = event.detail.xhr;
  if ([400, 429].includes(status)) {
    // A page that asks to wait says so in place; what is still waiting would be told the same.
    event.detail.shouldSwap = true;
    event.detail.isError = false;
    waiting.length = 0;
  }
  const active = document.activeElement;
  kept.chips = new Set(chipsNow());
  kept.id = table()?.contains(active) ? active.id : "";
  kept.row = [...document.querySelectorAll(".try-up tbody tr")].indexOf(active.closest("tr"));
  kept.chip = chips().find((chip) => chip.checked)?.value;
  kept.top = scrollY;
});

document.addEventListener("htmx:afterSwap", () => {
  const chip = chips().find((each) => each.value === kept.chip);
  if (chip) chip.checked = true;
  if (scrollY !== kept.top) scrollTo({ top: kept.top, behavior: "instant" });
});

document.addEventListener("htmx:afterSettle", (event) => {
  chosenHow();
  for (const title of document.querySelectorAll("#try .chip title")) {
    title.parentElement.classList.toggle("fresh", !kept.chips.has(title.textContent));
  }
  if (document.activeElement === document.body) focusNear();
  const said = document.querySelector("#try [role=alert]") || document.querySelector("#try [data-said]");
  if (said) document.getElementById("try-said").textContent = said.textContent.replace(/\s+/g, " ").trim();
  if (event.detail.xhr === asked) next();
});

// A move that is over takes its button with it. The hands go to the same button of the row that is there now,
// else to the next move.
function focusNear() {
  const rows = document.querySelectorAll(".try-up tbody tr");
  const row = kept.row < 0 ? null : rows[Math.min(kept.row, rows.length - 1)];
  const kind = kept.id.split("-")[0];
  const near = row?.querySelector(`button[id^="${kind}-"]`) || row?.querySelector("button");
  (near || document.querySelector("#try-go, #try-roll"))?.focus({ preventScroll: true });
}

chosenHow();
