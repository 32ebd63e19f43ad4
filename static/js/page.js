// What every page does: an open "why" card closes, nothing is sent twice, and what was typed outlives a log-in. All works without this file.
"use strict";

// 1. An open "why" card closes on Escape or a click elsewhere, as menus do.
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

(() => {
  // Whoever still waits after this may send once more.
  const PATIENCE_MS = 10000;
  const KEPT = "typed";
  const NOT_KEPT = "button, [type=hidden], [type=password], [type=file], [type=submit], [type=button]";
  const person = document.body.dataset.user || "";
  const here = () => location.pathname + location.search;
  const isSending = (form) => form.method === "post" && !form.matches("[hx-post]");

  // 2. While an answer is on its way, a second click sends nothing.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || !isSending(form)) return;
    if (Date.now() - Number(form.dataset.sentAt || 0) < PATIENCE_MS) return event.preventDefault();
    form.dataset.sentAt = Date.now();
    if (person && fieldsOf(form).length) keep([form], false);
  });
  window.addEventListener("pageshow", () => {
    for (const form of document.forms) delete form.dataset.sentAt;
  });

  // 3. What was typed is kept until the next page says that it arrived.
  function fieldsOf(form) {
    return [...form.elements].filter((field) => field.name && !field.matches(NOT_KEPT));
  }

  function write(kept) {
    try {
      sessionStorage.setItem(KEPT, JSON.stringify(kept));
    } catch {
      // A text that is too long for the browser's store is not kept.
    }
  }

  function keep(forms, isRefused) {
    const typed = forms.map((form) => ({
      action: form.action,
      fields: fieldsOf(form).map((field) => ({ name: field.name, value: field.value, isChosen: field.checked })),
    }));
    write({ person, page: here(), isRefused, typed });
  }

  function fill(form, fields) {
    for (const field of fieldsOf(form)) {
      const isChoice = field.matches("[type=checkbox], [type=radio]");
      const typed = fields.find((each) => each.name === field.name && (!isChoice || each.value === field.value));
      if (!typed || (isChoice ? field.checked === typed.isChosen : field.value === typed.value)) continue;
      if (isChoice) field.checked = typed.isChosen;
      else field.value = typed.value;
      for (let around = field.closest("details"); around; around = around.parentElement.closest("details")) around.open = true;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.dispatchEvent(new Event("change", { bubbles: true }));
    }
  }

  function takeUp() {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) || "null");
    if (!kept) return;
    const told = document.querySelectorAll("[data-unsent]");
    if (told.length) {
      for (const element of told) element.hidden = false;
      for (const way of document.querySelectorAll("[data-back]")) way.href = kept.page;
      return write({ ...kept, isRefused: true });
    }
    sessionStorage.removeItem(KEPT);
    if (!kept.isRefused || kept.person !== person || kept.page !== here()) return;
    for (const { action, fields } of kept.typed) {
      const form = [...document.forms].find((each) => isSending(each) && each.action === action);
      if (form) fill(form, fields);
    }
  }

  // 4. A page that asked for a part of itself and heard that nobody is logged in any more.
  const loggedOut = document.getElementById("logged-out");
  document.addEventListener("logged-out", () => {
    if (!loggedOut) return;
    loggedOut.className = "note warn";
    loggedOut.role = "alert";
    loggedOut.hidden = false;
  });
  loggedOut?.querySelector("a").addEventListener("click", (event) => {
    event.currentTarget.search = new URLSearchParams({ next: here() });
    keep([...document.querySelectorAll("main form")].filter(isSending), true);
  });

  // Behind the scripts that look after the fields of a page of their own.
  document.addEventListener("DOMContentLoaded", takeUp);
})();
