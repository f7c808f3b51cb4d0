/** Elements that play: one is heard at a time, and one that is left loads no further bytes. */

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
