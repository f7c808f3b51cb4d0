/**
 * Brings cards or rows into reading order. The one with the focus is never moved, as it would lose it: all others go before and
 * behind it.
 * @param {Element} list in which they are
 * @param {readonly Element[]} sorted all of them
 * @param {number} [left] so many of them are moved at most
 * @returns {boolean} whether all are in order
 */
export function sortInto(list, sorted, left = Infinity) {
  const fixed = sorted.findIndex((one) => one.contains(document.activeElement));
  let next = sorted[fixed] ?? null;
  for (const one of sorted.slice(0, Math.max(fixed, 0)).reverse()) {
    if (one.nextElementSibling !== next && (left -= 1) >= 0) list.insertBefore(one, next);
    next = one;
  }
  let last = sorted[fixed] ?? null;
  for (const one of sorted.slice(fixed + 1)) {
    const place = last ? last.nextElementSibling : list.firstElementChild;
    if (one !== place && (left -= 1) >= 0) list.insertBefore(one, place);
    last = one;
  }
  return left >= 0;
}
