/** @typedef {import("./saving/board-file.js").Card} Card */

/** @typedef {"front" | "forward" | "backward" | "back"} Direction */

/**
 * Cards from the lowest to the topmost; of equal ones the later in the file covers the earlier.
 * @param {readonly Card[]} cards
 */
export function stacked(cards) {
  return cards.map((card, index) => ({ card, index }))
    .sort((a, b) => a.card.z - b.card.z || a.index - b.index)
    .map(({ card }) => card);
}

/**
 * The cards, in the order of the file, after some have been brought to another height. They keep the order
 * among themselves. Heights become 0, 1, 2, …; a card whose height stays is the same value, and where nothing
 * changes so is the list.
 * @param {readonly Card[]} cards
 * @param {ReadonlySet<string>} ids
 * @param {Direction} direction
 */
export function restacked(cards, ids, direction) {
  const before = stacked(cards);
  const order = moved(before.map((card) => card.id), ids, direction);
  if (order.every((id, index) => before[index]?.id === id)) return cards;
  const heights = new Map(order.map((id, index) => [id, index]));
  return cards.map((card) => {
    const z = heights.get(card.id) ?? card.z;
    return z === card.z ? card : { ...card, z };
  });
}

/**
 * @param {string[]} order from the lowest
 * @param {ReadonlySet<string>} ids
 * @param {Direction} direction
 */
function moved(order, ids, direction) {
  const lifted = order.filter((id) => ids.has(id));
  const others = order.filter((id) => !ids.has(id));
  if (direction === "front") return [...others, ...lifted];
  if (direction === "back") return [...lifted, ...others];
  return direction === "forward" ? stepped(order, ids) : stepped([...order].reverse(), ids).reverse();
}

/**
 * Each one a step towards the end; those already there stay.
 * @param {readonly string[]} order
 * @param {ReadonlySet<string>} ids
 */
function stepped(order, ids) {
  const result = [...order];
  for (let index = result.length - 2; index >= 0; index -= 1) {
    const [id, above] = [result[index] ?? "", result[index + 1] ?? ""];
    if (ids.has(id) && !ids.has(above)) result.splice(index, 2, above, id);
  }
  return result;
}

/** @param {readonly Card[]} cards */
export function topHeight(cards) {
  return cards.reduce((top, card) => Math.max(top, card.z + 1), 0);
}
