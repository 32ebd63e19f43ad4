// Keys of the review desk, the figure on the accept button, the seconds left to undo, and drafts. All of it works without this file.
"use strict";

const desk = document.querySelector("[data-keys]");
const form = document.querySelector("form.decision");
const why = document.getElementById("why");
const comment = document.getElementById("comment");
let isSent = false;

const press = (id) => document.getElementById(id)?.click();
const isTyping = (element) => element.matches("textarea, select, input:not([type=radio]):not([type=checkbox])") || element.isContentEditable;

// 1. The chosen value
const chosen = () => form?.querySelector("input[name=candidate]:checked");
const showFigure = () => {
  const place = document.getElementById("accept-figure");
  if (place && chosen()) place.textContent = chosen().dataset.figure + " ";
};
const choose = (number) => {
  const radio = form?.querySelectorAll("input[name=candidate]")[number - 1];
  if (!radio || radio.disabled) return;
  radio.checked = true;
  radio.focus();
  showFigure();
};
form?.addEventListener("change", showFigure);
showFigure();
// Where there is room, every page of a value is open; on a phone the first of each value, so that both stand above the bar.
if (matchMedia("(min-width: 49.0625rem)").matches) document.querySelectorAll(".cand > .more").forEach((pages) => { pages.open = true; });
// A long sentence scrolls in its box there, with its figure in sight.
document.querySelectorAll(".cand > .src blockquote").forEach((quote) => {
  if (quote.scrollHeight <= quote.clientHeight + 1) return;
  quote.tabIndex = 0;
  const figure = quote.querySelector("mark");
  if (figure) quote.scrollTop = figure.offsetTop - quote.offsetTop - quote.clientHeight / 2;
});
// What is wrong is gone to.
document.querySelector("form.decision [aria-invalid=true]")?.focus();

// 2. What was typed outlives a change of page
const draft = desk?.dataset.item && why ? "review-" + desk.dataset.item : "";
if (draft) {
  if (!why.value) why.value = sessionStorage.getItem(draft) || "";
  if (why.value && comment) comment.open = true;
  why.addEventListener("input", () => sessionStorage.setItem(draft, why.value));
}
form?.addEventListener("submit", (event) => {
  if (isSent) return event.preventDefault();
  isSent = true;
  if (draft) sessionStorage.removeItem(draft);
});
window.addEventListener("pageshow", () => { isSent = false; });

// 3. Enter in a field of the fix sends the fix
document.getElementById("fixing")?.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing || event.target.tagName !== "INPUT") return;
  event.preventDefault();
  press("fix");
});

// 4. Keys
const fix = () => {
  const fields = document.getElementById("fixing");
  if (!fields) return;
  const value = document.getElementById("fix-value");
  if (value.value.trim()) return press("fix");
  fields.open = true;
  value.focus();
};
const reject = () => {
  if (why?.value.trim() || form?.querySelector("input[name=chips]:checked")) return press("reject");
  form?.querySelector("input[name=chips]")?.focus();
};
const write = () => {
  if (comment) comment.open = true;
  why?.focus();
};
const rows = () => [...document.querySelectorAll("td.name a")];
const move = (step) => {
  if (form) return press(step > 0 ? "next" : "previous");
  const links = rows();
  const here = links.indexOf(document.activeElement);
  links[Math.min(Math.max(here + step, 0), links.length - 1)]?.focus();
};
const KEYS = {
  j: () => move(1),
  k: () => move(-1),
  a: () => press("accept"),
  f: fix,
  r: reject,
  t: () => press("retry"),
  s: () => press(form ? "skip" : "start"),
  c: write,
  o: () => chosen()?.closest(".cand").querySelector(".src a[target=_blank]")?.click(),
  z: () => press("undo"),
  "?": () => document.getElementById("legend")?.togglePopover(),
};
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && isTyping(event.target)) return event.target.blur();
  if (desk?.dataset.keys !== "on" || event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing) return;
  if (isTyping(event.target) || event.target.closest("dialog[open]")) return;
  const act = /^[1-9]$/.test(event.key) ? () => choose(Number(event.key)) : KEYS[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

// 5. The seconds left to undo
const toast = document.querySelector(".toast");
if (toast) {
  const place = toast.querySelector("[data-left]");
  let left = Number(toast.dataset.seconds);
  const count = () => {
    if (left <= 0) return toast.parentElement.remove();
    place.textContent = `(${left} ${place.dataset.unit})`;
    left -= 1;
    setTimeout(count, 1000);
  };
  count();
}
