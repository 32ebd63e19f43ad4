// A sentence and its passages light up together, copy buttons copy, and a document is loaded when its card is opened.
// Without this file sentences and passages are linked by their anchors, and documents have pages of their own.
"use strict";

let held = "";

const partners = (number) => document.querySelectorAll(`.sent[data-sentence="${number}"], .passage[data-sentences~="${number}"]`);

const light = (numbers) => {
  for (const lit of document.querySelectorAll(".sent.on, .passage.on")) lit.classList.remove("on");
  for (const number of numbers.split(" ").filter(Boolean)) {
    for (const partner of partners(number)) partner.classList.add("on");
  }
};

const numbersOf = (target) => {
  const place = target instanceof Element ? target.closest("[data-sentence], [data-sentences]") : null;
  return place ? place.dataset.sentence || place.dataset.sentences : "";
};

for (const kind of ["mouseover", "focusin"]) {
  document.addEventListener(kind, (event) => light(numbersOf(event.target) || held));
}

const bringIntoView = (numbers) => {
  for (const passage of document.querySelectorAll(".passage")) {
    if (numbers.split(" ").some((number) => passage.dataset.sentences.split(" ").includes(number))) {
      passage.scrollIntoView({ block: "nearest" });
      return;
    }
  }
};

document.addEventListener("click", (event) => {
  const numbers = numbersOf(event.target);
  if (!numbers) return;
  held = numbers;
  light(held);
  if (event.target.closest("span.sent")) bringIntoView(numbers);
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  held = "";
  light("");
});

for (const button of document.querySelectorAll("button[data-copy-text]")) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.dataset.copyText);
    button.querySelector(".said").textContent = button.dataset.done;
    document.getElementById("announce").textContent = button.dataset.done;
  });
}

const load = async (box) => {
  const address = box.dataset.load;
  delete box.dataset.load;
  await htmx.ajax("GET", address, { target: box });
  const text = box.querySelector(".text");
  const passage = box.querySelector("mark");
  if (text && passage) text.scrollTop = passage.offsetTop - text.offsetTop - 24;
};

for (const whole of document.querySelectorAll("details.whole")) {
  whole.addEventListener("toggle", () => {
    const box = whole.querySelector("[data-load]");
    if (whole.open && box) load(box);
  });
}
