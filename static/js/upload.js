// Shows how far an upload has come, and stops one that is too large before it is sent.

const megabytes = (bytes) => (bytes / 1048576).toFixed(1);
const form = (event) => event.target.closest?.("#upload-form");

document.addEventListener("htmx:beforeRequest", (event) => {
  if (!form(event)) return;
  const input = document.querySelector('#upload-form [type="file"]');
  const file = input.files[0];
  const most = Number(input.dataset.most);
  const box = document.getElementById("upload-progress");
  box.hidden = !file;
  if (file && file.size > most) {
    event.preventDefault();
    say(`The file has ${megabytes(file.size)} MB. At most ${megabytes(most)} MB are taken: save it smaller, or split it in two.`, 0);
    input.setAttribute("aria-invalid", "true");
    input.focus();
  }
});

document.addEventListener("htmx:xhr:progress", (event) => {
  if (!form(event) || !event.detail.lengthComputable || !event.detail.total) return;
  const { loaded, total } = event.detail;
  const done = loaded >= total;
  say(done ? "Sent. The file is being checked." : `Sending: ${megabytes(loaded)} of ${megabytes(total)} MB`, (100 * loaded) / total);
});

for (const failure of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
  document.addEventListener(failure, (event) => {
    if (form(event)) say("The file did not arrive. Check your connection and try again.", 0);
  });
}

function say(words, percent) {
  document.getElementById("upload-said").textContent = words;
  document.getElementById("upload-bar").value = percent;
}
