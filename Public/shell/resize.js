/**
 * Calls back whenever an element's size has changed, until the signal aborts.
 * @param {Element} target
 * @param {() => void} changed
 * @param {AbortSignal} signal
 */
export function onResize(target, changed, signal) {
  const observer = new ResizeObserver(changed);
  observer.observe(target);
  signal.addEventListener("abort", () => observer.disconnect());
}

/**
 * Calls back whenever the window comes to have other device pixels: another screen, the browser's own zoom.
 * @param {() => void} changed
 * @param {AbortSignal} signal
 */
export function onPixelRatio(changed, signal) {
  const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
  const again = () => {
    if (signal.aborted) return;
    changed();
    onPixelRatio(changed, signal);
  };
  query.addEventListener("change", again, { signal, once: true });
}
