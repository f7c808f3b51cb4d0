/**
 * What opens when an answer has come. Whoever has turned to something else meanwhile is not to find it there:
 *
 *     const signal = waitToOpen();
 *     const answer = await ask(signal);
 *     if (mayOpen(anchor, signal)) openMenu(anchor, …);
 */

/** A person waits for one thing at a time, whatever part of the window it opens in. */
let waiting = new AbortController();

/** Something else was turned to: another place, a menu, a sheet. What was waited for opens no more. */
export function turnElsewhere() {
  waiting.abort();
}

/**
 * Begins to wait for something that is to open.
 * @returns {AbortSignal} aborts when somebody turns to something else
 */
export function waitToOpen() {
  turnElsewhere();
  waiting = new AbortController();
  return waiting.signal;
}

/**
 * Whether something may open beside a button still.
 * @param {HTMLElement} anchor
 * @param {AbortSignal} signal
 */
export function mayOpen(anchor, signal) {
  return !signal.aborted && anchor.isConnected && anchor.getClientRects().length > 0;
}
