/** The tab remembers the document that it presents in a second window: the audience keeps the page when the tab is loaded anew. */

const KEPT = "presented-document";

/** @param {string} document */
export function isPresentedHere(document) {
  return kept() === document;
}

/** @param {string | null} document null where none is presented any more */
export function keepPresented(document) {
  try {
    if (document === null) sessionStorage.removeItem(KEPT);
    else sessionStorage.setItem(KEPT, document);
  } catch {
    // Nothing is kept: the window closes when the tab is loaded anew.
  }
}

function kept() {
  try {
    return sessionStorage.getItem(KEPT);
  } catch {
    return null;
  }
}
