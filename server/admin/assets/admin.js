// Keeps the page up to date: the server sends the sections that changed, as HTML.
// Without this script the page is the same, as of when it was loaded.
"use strict";

const status = document.getElementById("live");
if (status && window.EventSource) {
  const time = document.createElement("span");
  const pause = document.createElement("button");
  pause.type = "button";
  pause.textContent = "Pause";
  status.replaceChildren(time, " ", pause);
  // Read once when it changes, and not every two seconds.
  status.removeAttribute("role");
  time.setAttribute("role", "status");
  const say = (text) => { if (time.textContent !== text) time.textContent = text; };

  let source = null;
  const update = (sections) => {
    for (const [id, html] of Object.entries(sections)) {
      const element = document.getElementById(id);
      // What somebody is at stays as it is under the fingers.
      if (element && !element.contains(document.activeElement)) element.innerHTML = html;
    }
  };
  const start = () => {
    source = new EventSource("/events");
    source.onopen = () => say("Live.");
    source.onerror = () => say("Not connected; trying again.");
    source.onmessage = (event) => update(JSON.parse(event.data));
  };
  pause.onclick = () => {
    if (source) {
      source.close();
      source = null;
      say("Paused.");
    } else {
      start();
    }
    pause.textContent = source ? "Pause" : "Go on";
  };
  start();
}
