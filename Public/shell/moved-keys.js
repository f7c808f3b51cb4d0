/**
 * Single keys that a person has moved to other ones, screen by screen. A moved key is told to the screens as the key that
 * they know; the key that it had does nothing then. Pure.
 */

/**
 * The keys of each screen, by the ones that it knows: `{Document: {p: "g"}}` has "All pages" on G in place of P.
 * @typedef {Readonly<Record<string, Readonly<Record<string, string>>>>} MovedKeys
 */

/** The name under which they are kept. */
export const MOVED_KEYS = "keys.moved";

/**
 * The kept keys, as far as they can be understood: single letters and signs alone, each key once on a screen.
 * @param {string | null} kept JSON
 * @returns {MovedKeys}
 */
export function movedKeys(kept) {
  try {
    const screens = Object.entries(JSON.parse(kept ?? "{}") ?? {});
    return Object.fromEntries(screens.filter(([, moved]) => typeof moved === "object").map(([screen, moved]) => (
      [screen, understood(Object.entries(moved ?? {}))]
    )));
  } catch {
    return {};
  }
}

/**
 * The key that a screen knows for one that was pressed; null where it stands for nothing any more.
 * @param {string} pressed
 * @param {Readonly<Record<string, string>> | undefined} moved the keys of the screen
 */
export function keyMeant(pressed, moved = {}) {
  const known = Object.entries(moved).find(([, key]) => key === pressed)?.[0];
  if (known !== undefined) return known;
  return Object.hasOwn(moved, pressed) ? null : pressed;
}

/**
 * The key on which an action lies now.
 * @param {string} known
 * @param {Readonly<Record<string, string>> | undefined} moved
 */
export function keyOf(known, moved = {}) {
  return moved[known] ?? known;
}

/**
 * Moves a key, or puts it back where its own key is wanted again.
 * @param {MovedKeys} all
 * @param {string} screen
 * @param {string} known
 * @param {string} wanted
 * @returns {MovedKeys}
 */
export function moveKey(all, screen, known, wanted) {
  const moved = { ...all[screen] };
  if (wanted === known) delete moved[known];
  else moved[known] = wanted;
  return { ...all, [screen]: moved };
}

/**
 * Whether a key can be one of a single action: a letter or a sign.
 * @param {string} key
 */
export function isMovable(key) {
  return [...key].length === 1 && key.trim() !== "";
}

/** @param {[string, unknown][]} moved */
function understood(moved) {
  /** @type {Record<string, string>} */
  const keys = {};
  for (const [known, key] of moved) {
    if (typeof key === "string" && isMovable(known) && isMovable(key) && !Object.values(keys).includes(key)) keys[known] = key;
  }
  return keys;
}
