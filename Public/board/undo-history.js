/**
 * Undo and redo of one document. Pure: each function makes a new history.
 *
 * A step keeps the board as it was before it. Boards are values that share all that did not change, so a step costs a few
 * references. Undoing gives back the very value that was saved: the document is clean again.
 *
 *                    begin                       end (something changed)
 *     closed ───────────────────► open ─────────────────────────────────────► closed, one step more
 *       ▲  │ change: one step      │ ▲ change: no step of its own
 *       └──┘                       │ └─ begin, end: nested, only the outermost pair counts
 *                                  └──► end (nothing changed): closed, no step
 */

/** @typedef {import("./saving/board-file.js").Board} Board */

/** @typedef {{readonly name: string, readonly board: Board}} Step */

/**
 * @typedef {object} History
 * @property {Board} present
 * @property {readonly Step[]} past the last one is undone next
 * @property {readonly Step[]} future the last one is redone next
 * @property {{readonly before: Board, readonly name: string, readonly depth: number, readonly kept?: boolean} | null} open
 *   becomes a step although nothing has changed yet, if it is to be kept
 */

/** As many steps as users go back, and a bound for the memory of strokes that were deleted. */
export const MOST_STEPS = 1000;

/**
 * @param {Board} board
 * @returns {History}
 */
export function startHistory(board) {
  return { present: board, past: [], future: [], open: null };
}

/**
 * Opens a group; within one, opens a nested one. The name of the last that gave one is kept.
 * @param {History} history
 * @param {string} name
 * @returns {History}
 */
export function beginGroup(history, name) {
  const { open, present } = history;
  const depth = (open?.depth ?? 0) + 1;
  const opened = { before: open?.before ?? present, name: name || (open?.name ?? ""), depth };
  return { ...history, open: { ...open, ...opened } };
}

/**
 * The open group becomes a step whatever it has changed: more of it is to come after its end.
 * @param {History} history
 * @returns {History}
 */
export function keepGroup(history) {
  return history.open ? { ...history, open: { ...history.open, kept: true } } : history;
}

/**
 * Closes the innermost group; the outermost becomes a step if it has changed anything.
 * @param {History} history
 * @returns {History}
 */
export function endGroup(history) {
  const { open } = history;
  if (!open) return history;
  if (open.depth > 1) return { ...history, open: { ...open, depth: open.depth - 1 } };
  const closed = { ...history, open: null };
  return open.kept ? withStep(closed, open.before, open.name) : stepFrom(closed, open.before, open.name);
}

/**
 * Another board; a step of its own unless a group is open.
 * @param {History} history
 * @param {Board} board
 * @param {string} name
 * @returns {History}
 */
export function change(history, board, name) {
  if (board === history.present) return history;
  const changed = { ...history, present: board };
  return history.open ? changed : stepFrom(changed, history.present, name);
}

/**
 * Where steps begin that do not know yet what goes on by itself from now. It is behind the one that is open, or else
 * behind the last one.
 * @param {History} history
 */
export function markOf({ past, open }) {
  return past.length + (open ? 1 : 0);
}

/**
 * Changes the board by what goes on by itself since a mark: it belongs to the step before the mark, whatever
 * has been done since. So each later step remembers a board on which it has happened, too.
 * @param {History} history
 * @param {number} mark
 * @param {(board: Board) => Board} alter
 * @returns {History}
 */
export function amend(history, mark, alter) {
  const { past, open } = history;
  const knows = (/** @type {number} */ index) => index >= mark;
  return {
    ...history, present: alter(history.present),
    past: past.map((step, at) => (knows(at) ? { ...step, board: alter(step.board) } : step)),
    open: open && knows(past.length) ? { ...open, before: alter(open.before) } : open,
  };
}

/**
 * As if a stroke had never been drawn: it is on no board any more, and the step that drew it is gone.
 * @param {History} history
 * @param {string} id
 * @returns {History}
 */
export function retracted(history, id) {
  const { past, present, future, open } = history;
  const has = (/** @type {Board} */ board) => board.strokes.some((stroke) => stroke.id === id);
  const without = (/** @type {Board} */ board) => (
    has(board) ? { ...board, strokes: board.strokes.filter((stroke) => stroke.id !== id) } : board
  );
  if (!has(present) && !past.some(({ board }) => has(board))) return history;
  const kept = past.filter((step, index) => has(step.board) || !has(past[index + 1]?.board ?? open?.before ?? present));
  return {
    present: without(present),
    past: kept.map((step) => ({ ...step, board: without(step.board) })),
    future: future.map((step) => ({ ...step, board: without(step.board) })),
    open: open && { ...open, before: without(open.before) },
  };
}

/**
 * One step back; nothing while a group is open.
 * @param {History} history
 * @returns {History}
 */
export function undo(history) {
  const step = history.past[history.past.length - 1];
  if (!step || history.open) return history;
  return {
    present: step.board, past: history.past.slice(0, -1),
    future: [...history.future, { name: step.name, board: history.present }], open: null,
  };
}

/**
 * One step forth again; nothing while a group is open.
 * @param {History} history
 * @returns {History}
 */
export function redo(history) {
  const step = history.future[history.future.length - 1];
  if (!step || history.open) return history;
  return {
    present: step.board, future: history.future.slice(0, -1),
    past: [...history.past, { name: step.name, board: history.present }], open: null,
  };
}

/**
 * @param {History} history
 * @param {Board} before
 * @param {string} name
 * @returns {History}
 */
function stepFrom(history, before, name) {
  return isEqual(before, history.present) ? { ...history, present: before } : withStep(history, before, name);
}

/**
 * @param {History} history
 * @param {Board} before
 * @param {string} name
 * @returns {History}
 */
function withStep(history, before, name) {
  const past = [...history.past, { name, board: before }].slice(-MOST_STEPS);
  return { ...history, past, future: [] };
}

/**
 * Whether two boards say the same: something was moved and moved back.
 * @param {Board} a
 * @param {Board} b
 */
function isEqual(a, b) {
  return a === b || (sameItems(a.cards, b.cards) && sameItems(a.strokes, b.strokes));
}

/**
 * @param {readonly unknown[]} a
 * @param {readonly unknown[]} b
 */
function sameItems(a, b) {
  return a.length === b.length
    && a.every((item, index) => item === b[index] || JSON.stringify(item) === JSON.stringify(b[index]));
}
