// Closes an open "why" card on Escape or a click elsewhere, as menus do. Everything works without this file.
"use strict";

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const open = document.querySelector("details.why[open]");
  if (!open) return;
  open.open = false;
  open.querySelector("summary").focus();
});

document.addEventListener("click", (event) => {
  for (const open of document.querySelectorAll("details.why[open]")) {
    if (!open.contains(event.target)) open.open = false;
  }
});
