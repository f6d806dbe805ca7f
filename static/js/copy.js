// Copies what stands once on the page. Without a script a click selects all of it (css: .secret).
for (const button of document.querySelectorAll("[data-copies]")) {
  const source = document.getElementById(button.dataset.copies);
  const said = document.getElementById(`${button.dataset.copies}-said`);
  if (!navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(source.textContent.trim());
      said.textContent = "Copied.";
    } catch {
      getSelection().selectAllChildren(source);
      said.textContent = "It is selected: copy it with your keyboard.";
    }
  });
}
