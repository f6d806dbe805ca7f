// Recovery codes as a file or on paper. Without a script they are selected and copied by hand.
for (const button of document.querySelectorAll("[data-saves]")) {
  button.hidden = false;
  button.addEventListener("click", () => {
    const lines = ["Recovery codes for Baize. Each works once.", "", document.getElementById(button.dataset.saves).textContent];
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([lines.join("\n")], { type: "text/plain" }));
    link.download = "baize-recovery-codes.txt";
    link.click();
    URL.revokeObjectURL(link.href);
  });
}
for (const button of document.querySelectorAll("[data-prints]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
