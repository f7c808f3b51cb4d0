/** @typedef {import("./saving/board-file.js").Card} Card */
/** @typedef {import("./saving/board-file.js").InkPoint} InkPoint */
/** @typedef {import("./board-model.js").BoardModel} BoardModel */

/**
 * `screen` is a card's centre in CSS pixels of the window; `undo` and `redo` are the depths of the stacks.
 * @typedef {object} BoardFacts
 * @property {import("./board-viewport.js").ViewportFacts} viewport
 * @property {(Card & {screen: {x: number, y: number}})[]} cards
 * @property {{id: string, points: readonly InkPoint[]}[]} strokes
 * @property {string[]} selection
 * @property {number} undo
 * @property {number} redo
 * @property {string} tool
 * @property {boolean} saved whether all of it is in the document
 * @property {boolean} conflict whether the user has to decide what the document is to hold
 */

/**
 * @param {BoardModel} model
 * @param {{left: number, top: number}} origin of the view in the window
 * @param {{unsaved: boolean, state: {conflict: boolean}}} saver
 * @returns {BoardFacts}
 */
export function boardFacts(model, { left, top }, { unsaved, state: { conflict } }) {
  const { board, viewport, selection, steps, tool } = model;
  const cards = board.cards.map((card) => {
    const { x, y } = viewport.toView(card);
    return { ...card, screen: { x: x + left, y: y + top } };
  });
  return {
    viewport: viewport.facts, cards,
    strokes: board.strokes.map(({ id, points }) => ({ id, points })),
    selection: [...selection], undo: steps.undo, redo: steps.redo, tool, saved: !unsaved && !conflict, conflict,
  };
}
