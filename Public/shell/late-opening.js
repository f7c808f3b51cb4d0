/**
 * Menus and sheets that open after an answer, unless the user has turned to something else meanwhile:
 *
 *     const signal = waitToOpen();
 *     const answer = await ask(signal);
 *     if (mayOpen(anchor, signal)) openMenu(anchor, …);
 */

/** A person waits for one thing at a time, whatever part of the window it opens in. */
let waiting = new AbortController();

/** Another place, menu or sheet was opened: late menus open no more. */
export function turnElsewhere() {
  waiting.abort();
}

/**
 * Begins to wait for something that is to open.
 * @returns {AbortSignal} aborts when another place, menu or sheet is opened
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
