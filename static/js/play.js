// Stepping through an example by arrow keys, and on its own by a Play button; the links work without this.

const PAUSE = 1400;
const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
let playing = null;

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea")) return;
  const link = { ArrowRight: "play-next", ArrowLeft: "play-back" }[event.key];
  const found = link && document.getElementById(link);
  if (found && !event.target.closest(".drawing-scroll")) {
    event.preventDefault();
    found.click();
  }
});

function offerPlay() {
  const next = document.getElementById("play-next");
  if (!next) stop();
  if (calm || !next || document.getElementById("play-auto")) return;
  const button = document.createElement("button");
  button.type = "button";
  button.id = "play-auto";
  button.className = "button slim";
  button.textContent = playing ? "Pause" : "Play";
  button.addEventListener("click", () => {
    if (playing) stop();
    else playing = setInterval(() => document.getElementById("play-next")?.click(), PAUSE);
    button.textContent = playing ? "Pause" : "Play";
  });
  next.after(button);
}

function stop() {
  clearInterval(playing);
  playing = null;
}

offerPlay();
document.addEventListener("htmx:afterSettle", () => {
  offerPlay();
  const said = document.querySelector("#play [data-said]");
  if (said) document.getElementById("play-said").textContent = said.textContent.replace(/\s+/g, " ").trim();
});
