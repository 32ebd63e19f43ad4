// Copy buttons and the slider of days. Without this file the text can be selected and the slider has its button.
"use strict";

for (const button of document.querySelectorAll("button[data-copy]")) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
    button.querySelector("[data-label]").textContent = button.dataset.done;
    button.nextElementSibling.textContent = button.dataset.done;
  });
}

const slider = document.querySelector("input[data-first-day]");
if (slider) {
  const day = document.getElementById("past-day");
  const show = () => {
    const moment = new Date(slider.dataset.firstDay + "T00:00:00Z");
    moment.setUTCDate(moment.getUTCDate() + Number(slider.value));
    day.value = moment.toISOString().slice(0, 10);
    slider.setAttribute("aria-valuetext", day.value);
  };
  show();
  slider.addEventListener("input", show);
}
