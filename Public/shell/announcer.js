/** Tells screen readers what those who see can see. The two regions are in `index.html` from the start. */

/**
 * Says something when there is a pause.
 * @param {string} text
 */
export function announce(text) {
  say("announcements", text);
}

/**
 * Says something at once.
 * @param {string} text
 */
export function alertUser(text) {
  say("alerts", text);
}

/**
 * @param {string} id
 * @param {string} text
 */
function say(id, text) {
  const region = document.getElementById(id);
  if (!region) return;
  // The same sentence twice is no change to a live region; a silent space makes it one.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}
