/** Messages of the system, which are seen while the app is not. The browser shows them where a person allowed it. */

const ICON = "/icon-192.png";

/** Whether a person can still be asked; those who answered are not asked again. */
export function mayAskForSystemNotices() {
  return "Notification" in globalThis && Notification.permission === "default";
}

/**
 * Asks, which browsers do only where a control was pressed.
 * @returns {Promise<boolean>} whether messages are shown from now on
 */
export async function askForSystemNotices() {
  return (await Notification.requestPermission()) === "granted";
}

/**
 * Shows a message, where that is allowed and nobody looks at the app.
 * @param {string} title
 * @param {string} words
 * @param {string} tag one of the same tag takes its place: each tab of the app tells the same
 */
export async function showSystemNotice(title, words, tag) {
  if (!document.hidden || !("Notification" in globalThis) || Notification.permission !== "granted") return;
  const facts = { body: words, tag, icon: ICON };
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  // Phones show those of a worker alone.
  if (registration?.active) return registration.showNotification(title, facts);
  const notice = new Notification(title, facts);
  notice.addEventListener("click", () => {
    window.focus();
    notice.close();
  });
}
