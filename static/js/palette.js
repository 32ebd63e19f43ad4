// The command palette: Ctrl K or ⌘ K opens it, unless somebody is typing. Without this file its button is a link to the search.
"use strict";

(() => {
  const dialog = document.getElementById("palette");
  const opener = document.getElementById("palette-open");
  if (!dialog || !opener || !dialog.showModal) return;
  const input = dialog.querySelector("input");
  const list = dialog.querySelector("ul");
  const said = document.getElementById("palette-said");
  let asked = 0;
  let timer = 0;
  let chosen = -1;
  // Whether the option was chosen by a key since the last letter: an answer that comes late must not take it away.
  let isMoved = false;

  function isTyping(element) {
    return element.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(element.tagName);
  }

  function choose(place) {
    const options = list.children;
    if (chosen >= 0 && options[chosen]) options[chosen].setAttribute("aria-selected", "false");
    chosen = options.length ? (place + options.length) % options.length : -1;
    if (chosen < 0) {
      input.removeAttribute("aria-activedescendant");
      return;
    }
    options[chosen].setAttribute("aria-selected", "true");
    options[chosen].scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", options[chosen].id);
  }

  function makeOption(item, place) {
    const option = document.createElement("li");
    option.id = `palette-${place}`;
    option.setAttribute("role", "option");
    option.setAttribute("aria-selected", "false");
    option.dataset.href = item.href;
    const label = document.createElement("bdi");
    label.textContent = item.label;
    if (item.lang) label.lang = item.lang;
    option.append(label);
    if (item.known) {
      const known = document.createElement("span");
      known.className = "known num";
      known.textContent = item.known;
      option.append(known);
    }
    if (item.note) {
      const note = document.createElement("small");
      note.textContent = item.note;
      option.append(note);
    }
    return option;
  }

  function show(items) {
    const held = isMoved && chosen >= 0 ? list.children[chosen].dataset.href : "";
    list.replaceChildren(...items.map(makeOption));
    chosen = -1;
    input.setAttribute("aria-expanded", String(items.length > 0));
    said.className = items.length ? "sr" : "small dim";
    said.textContent = items.length ? `${dialog.dataset.found} ${items.length}` : dialog.dataset.none;
    choose(Math.max(0, items.findIndex((item) => item.href === held)));
  }

  async function ask() {
    const mine = (asked += 1);
    try {
      const answer = await fetch(`${dialog.dataset.address}?q=${encodeURIComponent(input.value)}`);
      if (!answer.ok) throw new Error(String(answer.status));
      const { items } = await answer.json();
      if (mine === asked) show(items);
    } catch {
      if (mine !== asked) return;
      show([]);
      said.textContent = dialog.dataset.failed;
    }
  }

  function open() {
    if (dialog.open) return;
    input.value = "";
    isMoved = false;
    dialog.showModal();
    input.focus();
    ask();
  }

  opener.setAttribute("aria-haspopup", "dialog");
  opener.setAttribute("aria-keyshortcuts", "Control+K Meta+K");
  opener.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open();
  });

  document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    if (isTyping(event.target) && event.target !== input) return;
    event.preventDefault();
    if (dialog.open) dialog.close();
    else open();
  });

  input.addEventListener("input", () => {
    isMoved = false;
    clearTimeout(timer);
    timer = setTimeout(ask, 120);
  });

  input.addEventListener("keydown", (event) => {
    // While an input method composes, its keys are its own.
    if (event.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      isMoved = true;
      choose(chosen + (event.key === "ArrowDown" ? 1 : -1));
    } else if (event.key === "Enter" && chosen >= 0) {
      event.preventDefault();
      location.assign(list.children[chosen].dataset.href);
    }
  });

  list.addEventListener("click", (event) => {
    const option = event.target.closest("li");
    if (option) location.assign(option.dataset.href);
  });

  // A click beside the palette lands on the dialog itself.
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
})();
