// Keys n and p go to the next and the previous problem; the claim of the shown citation is underlined. Chips are links without this file.
"use strict";

const isTyping = (element) => element.closest("input, textarea, select, [contenteditable]") !== null;

const show = () => {
  const card = document.getElementById("card");
  if (!card) return;
  for (const chip of document.querySelectorAll(".chip[aria-current]")) chip.removeAttribute("aria-current");
  for (const claim of document.querySelectorAll(".claim-on")) claim.className = "";
  const chip = document.getElementById("chip-" + card.dataset.index);
  if (chip) chip.setAttribute("aria-current", "true");
  for (const claim of document.querySelectorAll("[data-claims]")) {
    if (claim.dataset.claims.split(" ").includes(card.dataset.index)) claim.className = "claim-on " + card.dataset.tone;
  }
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || document.querySelector("dialog[open]")) return;
  const link = { n: "next-problem", p: "previous-problem" }[event.key];
  const target = link && document.getElementById(link);
  if (target) {
    event.preventDefault();
    target.click();
  }
});

// A worker may find the citations of a long text, or further ones before a deep check begins: then the text has other chips.
document.addEventListener("htmx:beforeSwap", (event) => {
  const live = document.getElementById("live");
  const next = new DOMParser().parseFromString(event.detail.serverResponse || "", "text/html").getElementById("live");
  if (!live || !next || live.dataset.count === next.dataset.count) return;
  event.detail.shouldSwap = false;
  window.location.reload();
});

document.addEventListener("htmx:afterSettle", (event) => {
  show();
  const card = document.getElementById("card");
  if (!card || event.detail.target.id !== "card-place") return;
  card.focus({ preventScroll: true });
  const box = card.getBoundingClientRect();
  if (box.top > window.innerHeight - 48 || box.bottom < 48) card.scrollIntoView();
});
show();
