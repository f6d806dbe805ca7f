// Passkeys: asks the browser to make one or to show one, and sends its answer with the form.
// A form with data-passkey has a hidden field for the answer and a hidden button; its options are in the
// element that data-options names, or at the address that data-ask names.
const bytes = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

const readable = (options) => {
  const read = { ...options, challenge: bytes(options.challenge) };
  if (read.user) read.user = { ...read.user, id: bytes(read.user.id) };
  for (const list of ["excludeCredentials", "allowCredentials"]) {
    if (read[list]) read[list] = read[list].map((each) => ({ ...each, id: bytes(each.id) }));
  }
  return read;
};

const plain = (credential) => {
  const response = { clientDataJSON: text(credential.response.clientDataJSON) };
  for (const part of ["attestationObject", "authenticatorData", "signature", "userHandle"]) {
    if (credential.response[part]) response[part] = text(credential.response[part]);
  }
  return {
    id: credential.id,
    rawId: text(credential.rawId),
    type: credential.type,
    response,
    clientExtensionResults: credential.getClientExtensionResults(),
  };
};

for (const form of document.querySelectorAll("form[data-passkey]")) {
  const button = form.querySelector("button[data-ask-passkey]");
  const said = form.querySelector("[data-said]");
  if (!window.PublicKeyCredential) {
    said.textContent = "This browser has no passkeys.";
    continue;
  }
  const field = form.querySelector("[data-credential]");
  field.value = ""; // an answer is good for one question
  button.hidden = false;
  form.addEventListener("submit", async (event) => {
    if (field.value) return;
    event.preventDefault();
    button.disabled = true;
    said.textContent = "Follow what your browser asks.";
    try {
      let options;
      if (form.dataset.ask) {
        const token = new FormData(form).get("csrfmiddlewaretoken");
        const answer = await fetch(form.dataset.ask, { method: "POST", headers: { "X-CSRFToken": token } });
        if (!answer.ok) throw new Error(String(answer.status));
        options = await answer.json();
      } else {
        options = JSON.parse(document.getElementById(form.dataset.options).textContent);
      }
      const publicKey = readable(options.publicKey);
      const make = form.dataset.passkey === "make";
      const credential = await (make ? navigator.credentials.create({ publicKey }) : navigator.credentials.get({ publicKey }));
      field.value = JSON.stringify(plain(credential));
      form.submit();
    } catch (problem) {
      button.disabled = false;
      said.textContent =
        problem.name === "InvalidStateError"
          ? "This device has a passkey for your account already."
          : "No passkey was used. Try again, or use another way.";
    }
  });
}
