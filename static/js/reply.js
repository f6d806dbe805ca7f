// Keeps the reply to a return while it is typed. Without this script the button does.
const form = document.getElementById("reply-form");
const box = document.getElementById("reply-saved");
let kept = form.elements.reply.value;
let pause;

const send = async () => {
  clearTimeout(pause);
  const text = form.elements.reply.value;
  if (text === kept) return;
  try {
    const answer = await fetch(form.action, {
      method: "POST", body: new FormData(form), headers: { "HX-Request": "true" }, keepalive: true,
    });
    if (!answer.ok) throw new Error(answer.statusText);
    box.innerHTML = await answer.text();
    kept = text;
  } catch {
    box.replaceChildren(document.getElementById("reply-stale").content.cloneNode(true));
  }
};
form.elements.reply.addEventListener("input", () => {
  clearTimeout(pause);
  pause = setTimeout(send, 1500);
});
form.elements.reply.addEventListener("change", send);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  send();
});
window.addEventListener("pagehide", send);
