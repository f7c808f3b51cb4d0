/** What all elements that play have in common: one is heard at a time, and none loads what nobody sees any more. */

/**
 * One thing is heard at a time, also of several windows: where another one begins, this one pauses.
 * @param {HTMLMediaElement} media
 * @param {AbortSignal} signal
 */
export function playAlone(media, signal) {
  const others = new BroadcastChannel("sheaf-playing");
  media.addEventListener("play", () => others.postMessage(null), { signal });
  others.addEventListener("message", () => media.pause(), { signal });
  signal.addEventListener("abort", () => others.close());
}

/**
 * Lets go of the bytes that are still loading.
 * @param {HTMLMediaElement} media
 */
export function stopLoading(media) {
  media.pause();
  media.removeAttribute("src");
  media.load();
}
