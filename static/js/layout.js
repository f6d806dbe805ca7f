// The layout editor on top of the drawing. The rows of the table are the source: every change is written into
// them, and the page's live check redraws the picture from them.

const SCALE = 10; // drawing units to a grid unit
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const CORNERS = { nw: [-1, -1], ne: [1, -1], sw: [-1, 1], se: [1, 1] };

function startEditor(root, choose) {
  if (root.dataset.started) return;
  root.dataset.started = "yes";
  const table = root.querySelector("table.areas");
  if (!table) return;
  const tools = root.querySelector(".layout-tools");
  const chooser = root.querySelector("#layout-chooser");
  const said = root.querySelector("#layout-said");
  const buttons = Object.fromEntries([...tools.querySelectorAll("[data-do]")].map((b) => [b.dataset.do, b]));
  const areas = [...table.tBodies[0].rows].map((row) => ({
    row,
    name: row.dataset.name,
    input: Object.fromEntries([...row.querySelectorAll("[data-side]")].map((i) => [i.dataset.side, i])),
    remove: row.querySelector("[type=checkbox]"),
    was: row.dataset.was === undefined ? null : row.dataset.was.split(" ").filter(Boolean),
    change: row.querySelector("[data-change]"),
  }));
  const overlay = make("svg", {
    class: "overlay", tabindex: "0", role: "application", "aria-describedby": "layout-help",
  });
  root.querySelector(".drawing-stack").append(overlay);
  const undone = [];
  let chosen = null;
  let showAll = false;
  let drag = null;

  areas.forEach((area, place) => chooser.add(new Option(`${place + 1}. ${area.name}`, place)));
  tools.hidden = false;

  // The rows ------------------------------------------------------------------------------------------

  const side = (area, name) => number(area.input[name].value);
  const there = () => areas.filter((area) => !area.remove.checked);
  const where = (area) =>
    `${area.input.x.value} from the left, ${area.input.y.value} from the top, ` +
    `${area.input.w.value} wide, ${area.input.h.value} high`;

  // How it differs from the layout it is compared with, in the words of the server.
  function changeOf(area) {
    if (!area.was) return "";
    if (!area.was.length) return "New";
    const differs = ["x", "y", "w", "h"].map((name, at) => side(area, name) !== number(area.was[at]));
    const moved = differs[0] || differs[1];
    const resized = differs[2] || differs[3];
    return moved && resized ? "Moved and resized" : moved ? "Moved" : resized ? "Resized" : "";
  }

  function remember() {
    undone.push(areas.map((a) => [a.remove.checked, ...["x", "y", "w", "h", "label"].map((s) => a.input[s].value)]));
    buttons.undo.disabled = false;
  }

  function write(area, changes) {
    for (const [name, by] of Object.entries(changes)) area.input[name].value = plus(area.input[name].value, by);
  }

  function tell(area, words) {
    said.textContent = words;
    area.input.x.dispatchEvent(new Event("input", { bubbles: true }));
  }

  // Actions --------------------------------------------------------------------------------------------

  function select(area, speak = true) {
    chosen = area;
    if (area) {
      chooser.value = String(areas.indexOf(area));
      if (speak) said.textContent = `${area.name}: ${where(area)}.`;
    }
    refresh();
  }

  // On a narrow screen only a part of the drawing is seen: bring the chosen area into it.
  function reveal() {
    const frame = root.querySelector(".drawing-scroll");
    const room = frame.getBoundingClientRect();
    const box = overlay.querySelector(".chosen")?.getBoundingClientRect();
    if (!box || (box.left >= room.left && box.right <= room.right)) return;
    frame.scrollLeft += box.left + box.width / 2 - room.left - room.width / 2;
  }

  function move(area, dx, dy) {
    remember();
    write(area, { x: dx, y: dy });
    tell(area, `${area.name} moved: ${area.input.x.value} from the left, ${area.input.y.value} from the top.`);
  }

  function resize(area, dw, dh) {
    if (side(area, "w") + dw <= 0 || side(area, "h") + dh <= 0) {
      said.textContent = `${area.name} cannot be made smaller.`;
      return;
    }
    remember();
    write(area, { w: dw, h: dh });
    tell(area, `${area.name} is now ${area.input.w.value} wide and ${area.input.h.value} high.`);
  }

  function remove(area) {
    remember();
    area.remove.checked = true;
    const left = there();
    const next = left.find((other) => areas.indexOf(other) > areas.indexOf(area)) ?? left.at(-1) ?? null;
    select(next, false);
    tell(area, `${area.name} removed. Undo brings it back.`);
  }

  function undo() {
    const before = undone.pop();
    if (!before) return;
    areas.forEach((area, place) => {
      const [gone, ...values] = before[place];
      area.remove.checked = gone;
      ["x", "y", "w", "h", "label"].forEach((name, at) => { area.input[name].value = values[at]; });
    });
    buttons.undo.disabled = !undone.length;
    tell(chosen ?? areas[0], "The last change is undone.");
  }

  function walk(by) {
    const left = there();
    if (!left.length) return;
    const at = left.indexOf(chosen);
    const to = by === -Infinity ? 0 : by === Infinity ? left.length - 1 : at < 0 ? 0 : at + by;
    select(left[Math.max(0, Math.min(left.length - 1, to))]);
    reveal();
  }

  // Drawing --------------------------------------------------------------------------------------------

  function refresh() {
    const drawing = root.querySelector("#drawing svg");
    if (drawing) overlay.setAttribute("viewBox", drawing.getAttribute("viewBox"));
    const marks = there()
      .filter((area) => area !== chosen)
      .map((area) => make("rect", { class: changeOf(area) ? "grab changed" : "grab", ...box(area) }, area));
    if (chosen) {
      marks.push(make("rect", { class: "chosen", ...box(chosen) }, chosen));
      const r = Math.max(11, overlay.viewBox.baseVal.width / 190); // a layout may be in millimetres
      for (const [corner, [right, down]] of Object.entries(CORNERS)) {
        const cx = (side(chosen, "x") + (right > 0 ? side(chosen, "w") : 0)) * SCALE;
        const cy = (side(chosen, "y") + (down > 0 ? side(chosen, "h") : 0)) * SCALE;
        marks.push(make("circle", { class: `handle ${corner}`, cx, cy, r }, chosen, corner));
      }
    }
    overlay.replaceChildren(...marks);
    overlay.setAttribute("aria-label", chosen ? `Table drawing, area chosen: ${chosen.name}` : "Table drawing");
    for (const area of areas) {
      area.row.hidden = !showAll && area !== chosen;
      area.row.classList.toggle("gone", area.remove.checked);
      if (!area.change) continue;
      area.change.textContent = changeOf(area);
      area.change.hidden = !area.change.textContent;
    }
    [...chooser.options].forEach((option, place) => { option.hidden = option.disabled = areas[place].remove.checked; });
    buttons.remove.disabled = !chosen;
  }

  const box = (area) => ({
    x: side(area, "x") * SCALE, y: side(area, "y") * SCALE,
    width: Math.max(side(area, "w"), 0) * SCALE, height: Math.max(side(area, "h"), 0) * SCALE,
  });

  // Keyboard, pointer and buttons ----------------------------------------------------------------------

  overlay.addEventListener("keydown", (event) => {
    const far = event.ctrlKey || event.metaKey;
    if (STEPS[event.key] && chosen) {
      const [dx, dy] = STEPS[event.key].map((step) => step * (far ? 5 : 1));
      (event.shiftKey ? resize : move)(chosen, dx, dy);
    } else if (far && event.key.toLowerCase() === "z") undo();
    else if ((event.key === "Delete" || event.key === "Backspace") && chosen) remove(chosen);
    else if (event.key === "PageDown") walk(1);
    else if (event.key === "PageUp") walk(-1);
    else if (event.key === "Home") walk(-Infinity);
    else if (event.key === "End") walk(Infinity);
    else if (event.key === "Enter" && chosen) chosen.input.label.focus();
    else return;
    event.preventDefault();
  });

  const at = (event) => new DOMPoint(event.clientX, event.clientY).matrixTransform(overlay.getScreenCTM().inverse());

  overlay.addEventListener("pointerdown", (event) => {
    const { area, corner } = event.target;
    if (!area || event.button) return;
    if (area !== chosen) select(area);
    drag = { area, corner, from: at(event), was: sides(area), moved: false };
    overlay.setPointerCapture(event.pointerId);
  });

  overlay.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const now = at(event);
    const dx = Math.round((now.x - drag.from.x) / SCALE);
    const dy = Math.round((now.y - drag.from.y) / SCALE);
    if (!drag.moved && !dx && !dy) return;
    if (!drag.moved) remember();
    drag.moved = true;
    for (const [name, text] of Object.entries(drag.was)) drag.area.input[name].value = text;
    if (!drag.corner) write(drag.area, { x: dx, y: dy });
    else {
      // A side that is dragged past the other one stops one unit before it.
      const [right, down] = CORNERS[drag.corner];
      const wider = Math.max(dx * right, 1 - side(drag.area, "w"));
      const higher = Math.max(dy * down, 1 - side(drag.area, "h"));
      write(drag.area, { w: wider, h: higher, x: right < 0 ? -wider : 0, y: down < 0 ? -higher : 0 });
    }
    refresh();
  });

  function drop() {
    if (drag?.moved) tell(drag.area, `${drag.area.name}: ${where(drag.area)}.`);
    drag = null;
  }
  overlay.addEventListener("pointerup", drop);
  overlay.addEventListener("pointercancel", drop);

  const sides = (area) => Object.fromEntries(["x", "y", "w", "h"].map((name) => [name, area.input[name].value]));

  table.addEventListener("input", refresh);
  table.addEventListener("focusin", (event) => {
    const area = areas.find((each) => each.row.contains(event.target));
    if (area && area !== chosen && !area.remove.checked) select(area, false);
  });
  chooser.addEventListener("input", (event) => {
    event.stopPropagation(); // it is not a field of the rules
    select(areas[Number(chooser.value)]);
    reveal();
  });
  buttons.remove.addEventListener("click", () => chosen && remove(chosen));
  buttons.undo.addEventListener("click", undo);
  buttons.all.addEventListener("click", () => {
    showAll = !showAll;
    buttons.all.setAttribute("aria-pressed", String(showAll));
    refresh();
  });
  root.addEventListener("drawn", refresh);

  const fault = document.querySelector('[role="alert"] a[href^="#field-layout-areas-"]');
  const wrong = fault && document.getElementById(fault.hash.slice(1));
  if (wrong) wrong.setAttribute("aria-invalid", "true");
  select(wrong ? areas.find((area) => area.row.contains(wrong)) : choose === "last" ? areas.at(-1) : areas[0], false);
  reveal();
  if (choose === "last") {
    said.textContent = `${chosen.name} added: ${where(chosen)}.`;
    overlay.focus();
  }
}

// A number of the contract: 12, 2.5 or 35/3. What is not a number is drawn at 0.
function number(text) {
  const [over, under = 1] = text.split("/").map(Number);
  const value = over / under;
  return Number.isFinite(value) ? value : 0;
}

function plus(text, by) {
  const ratio = text.match(/^(-?\d+)\/(\d+)$/);
  if (ratio) return `${Number(ratio[1]) + by * Number(ratio[2])}/${ratio[2]}`;
  return String(Number((number(text) + by).toFixed(6)));
}

function make(name, attributes, area, corner) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return Object.assign(made, { area, corner });
}

function startWhatIsThere(choose) {
  const root = document.getElementById("layout-editor");
  if (root) startEditor(root, choose);
}

startWhatIsThere();
document.addEventListener("htmx:afterSettle", (event) => {
  const pressed = event.detail.requestConfig?.elt;
  startWhatIsThere(pressed?.value === "add" ? "last" : "first");
});
document.addEventListener("htmx:oobAfterSwap", () => {
  document.getElementById("layout-editor")?.dispatchEvent(new Event("drawn"));
});
