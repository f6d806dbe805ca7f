// A form is sent once: a second click on its button while the answer is on its way does nothing.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.target) return;
  if (form.dataset.sent) {
    event.preventDefault();
    return;
  }
  form.dataset.sent = "yes";
  // An answer that is a file leaves the page as it is: the form can then be sent again.
  setTimeout(() => delete form.dataset.sent, 5000);
});
window.addEventListener("pageshow", (event) => {
  if (event.persisted) for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
});

// Before the session ends the page says so and offers to stay. Staying leaves the page as it is.
const end = document.getElementById("session-end");
if (end) {
  const show = (part, shown) => {
    for (const each of end.querySelectorAll(`[data-${part}]`)) each.hidden = !shown;
  };
  const loaded = Date.now();
  let endsAt = loaded + Number(end.dataset.left) * 1000;
  const look = () => {
    const left = (endsAt - Date.now()) / 1000;
    if (left > Number(end.dataset.warn)) return;
    end.hidden = false;
    end.querySelector("[data-minutes]").textContent = Math.max(1, Math.floor(left / 60));
    show("before", left > 0);
    show("after", left <= 0);
  };
  // What the page sends by itself, such as a draft saved while typing, is use of the session too.
  const span = Number(end.dataset.left) * 1000;
  document.addEventListener("htmx:afterRequest", () => {
    if (end.dataset.idle) endsAt = Math.max(endsAt, Math.min(Date.now() + span, loaded + Number(end.dataset.whole) * 1000));
  });
  look();
  setInterval(look, 20000);
  end.querySelector("form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const form = event.target;
    const answer = await fetch(form.action, { method: "POST", body: new FormData(form) }).catch(() => null);
    const next = answer?.ok && new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("session-end");
    if (!next) {
      form.submit(); // in a tab of its own, which says what is wrong
      return;
    }
    endsAt = Date.now() + Number(next.dataset.left) * 1000;
    end.querySelector("p[data-before]").replaceWith(next.querySelector("p[data-before]"));
    end.hidden = true;
  });
}
