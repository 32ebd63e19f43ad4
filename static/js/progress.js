// Follows work by a stream of events where the page names one (data-progress). While it is open, htmx need not ask by the clock.
"use strict";

(() => {
  // What no event tells of is seen after this at the latest.
  const SLOW_MS = 10000;
  let source = null;
  let address = "";
  let isOpen = false;
  let asked = 0;

  const find = () => document.querySelector("[data-progress]");

  function end() {
    if (source) source.close();
    source = null;
    isOpen = false;
  }

  function follow() {
    const live = find();
    const wanted = live ? live.dataset.progress : "";
    if (wanted === address) return;
    end();
    address = wanted;
    if (!wanted) return;
    source = new EventSource(wanted, { withCredentials: true });
    source.addEventListener("open", () => { isOpen = true; });
    source.addEventListener("error", () => { isOpen = false; });
    source.addEventListener("progress", tell);
    source.addEventListener("end", tell);
  }

  function tell(event) {
    if (event.type === "end") end();
    const live = find();
    // What is told before htmx has loaded is found by its next look.
    if (live) window.htmx?.trigger(live, "progress");
  }

  document.addEventListener("htmx:beforeRequest", (event) => {
    const { elt, requestConfig } = event.detail;
    if (!elt.matches("[data-progress]")) return;
    const isTold = requestConfig.triggeringEvent?.type === "progress";
    if (isOpen && !isTold && Date.now() - asked < SLOW_MS) event.preventDefault();
    else asked = Date.now();
  });
  document.addEventListener("htmx:afterSettle", follow);
  follow();
})();
