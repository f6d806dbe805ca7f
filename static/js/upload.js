// Shows the progress of an upload, and stops a file that is too large before it is sent.

const megabytes = (bytes) => Number((bytes / 1048576).toFixed(1));
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
    say(`The file is ${megabytes(file.size)} MB. The limit is ${megabytes(most)} MB: make it smaller, or split it in two.`, 0);
    input.setAttribute("aria-invalid", "true");
    input.focus();
  }
});

document.addEventListener("htmx:xhr:progress", (event) => {
  if (!form(event) || !event.detail.lengthComputable || !event.detail.total) return;
  const { loaded, total } = event.detail;
  const done = loaded >= total;
  say(done ? "Uploaded. The file is being checked." : `Uploading: ${megabytes(loaded)} of ${megabytes(total)} MB`, (100 * loaded) / total);
});

for (const failure of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
  document.addEventListener(failure, (event) => {
    if (form(event)) say("The upload failed. Check your connection and try again.", 0);
  });
}

function say(words, percent) {
  document.getElementById("upload-said").textContent = words;
  document.getElementById("upload-bar").value = percent;
}
