/**
 * An archive of the screen: a tree of identifier paths, and for each path a slot of values.
 *
 *     shell                     {}
 *     shell/library             {place: "/?view=tag&name=invoice"}
 *     shell/library/details     {}                presented by shell/library
 *     shell/document            {id: "x7", …}
 *
 * A path has the identifiers of all ancestors and its own, so that two parts of one identifier never meet. A value may be
 * another part, which is kept as its path. Nothing of it is data or a choice: it may be lost at any time.
 */

import { isRecord } from "../last-seen.js";

/**
 * A part of what is shown. Without an identifier neither it, nor its children, nor what it presents is kept.
 * @typedef {object} Restorable
 * @property {string | null} restoreId
 * @property {(slot: Slot) => void} [encode] puts its state into its slot
 * @property {(slot: Slot) => void | Promise<unknown>} [decode] takes over what is there of its state, and leaves the rest as it is. The
 *   restoration counts as survived when what it returns has ended
 * @property {() => void | Promise<unknown>} [finishedRestoring] called when all parts have decoded theirs
 * @property {() => readonly Restorable[]} [children]
 * @property {() => Restorable | null} [presented] what lies over it
 */

/**
 * A part of the tree.
 * @typedef {object} KeptPart
 * @property {string} path
 * @property {string | null} presenter the path of what presents it; null for a child of what is above it in its path
 */

/** @typedef {Record<string, unknown>} Values */

/**
 * @typedef {object} Archive
 * @property {string} appVersion
 * @property {string} formFactor
 * @property {string} savedAt RFC 3339
 * @property {string} userAgent
 * @property {Values} app the slot of the app
 * @property {readonly KeptPart[]} tree ancestors before what is below them
 * @property {readonly string[]} objects the paths of what is no part of the tree
 * @property {Readonly<Record<string, Values>>} slots by path
 */

const BETWEEN = "/";

/** The member that a value has if it stands for a part, which has this path. */
const REFERENCE = "$path";

/**
 * @param {string | null} above the path of what it is in; null for the first
 * @param {string} id
 */
export function pathIn(above, id) {
  return above === null ? id : above + BETWEEN + id;
}

/**
 * The identifiers of a path, its own last.
 * @param {string} path
 */
export function identifiersOf(path) {
  return path.split(BETWEEN);
}

/**
 * The path of what a part is in, or is presented by; null for the first.
 * @param {string} path
 */
export function pathAbove(path) {
  const end = path.lastIndexOf(BETWEEN);
  return end < 0 ? null : path.slice(0, end);
}

/** The values of one part: its keys mean nothing to another one. */
export class Slot {
  #values;
  #pathOf;
  #at;

  /**
   * @param {Values} values
   * @param {{pathOf?: (object: {}) => string | null, at?: (path: string) => unknown}} parts finds the path of a part, and a part by it
   */
  constructor(values, { pathOf = () => null, at = () => null }) {
    this.#values = values;
    this.#pathOf = pathOf;
    this.#at = at;
  }

  /**
   * @param {string} key
   * @param {unknown} value that JSON has, or a part; nothing is kept of `undefined`
   */
  encode(key, value) {
    const path = typeof value === "object" && value !== null ? this.#pathOf(value) : null;
    if (value !== undefined) this.#values[key] = path === null ? value : { [REFERENCE]: path };
  }

  /**
   * The value of a key; undefined where none is kept, and null for a part that is not there any more.
   * @param {string} key
   */
  decode(key) {
    const value = Object.hasOwn(this.#values, key) ? this.#values[key] : undefined;
    const path = isRecord(value) ? value[REFERENCE] : undefined;
    return typeof path === "string" ? this.#at(path) ?? null : value;
  }

  /** @param {string} key */
  text(key) {
    const value = this.decode(key);
    return typeof value === "string" ? value : null;
  }

  /** @param {string} key */
  number(key) {
    const value = this.decode(key);
    return typeof value === "number" && Number.isFinite(value) ? value : null;
  }
}

/**
 * An archive as it was kept; parts of it that are not understood are missing. Other tabs write there, too, and perhaps another Sheaf.
 * @param {unknown} kept
 * @returns {Archive | null} null for what is none
 */
export function understoodArchive(kept) {
  if (!isRecord(kept)) return null;
  const { appVersion, formFactor, savedAt, userAgent } = kept;
  const facts = [appVersion, formFactor, savedAt, userAgent];
  if (!facts.every((fact) => typeof fact === "string")) return null;
  const [version, form, time, agent] = /** @type {string[]} */ (facts);
  return {
    appVersion: version ?? "", formFactor: form ?? "", savedAt: time ?? "", userAgent: agent ?? "",
    app: valuesIn(kept["app"]), tree: partsIn(kept["tree"]), objects: listIn(kept["objects"]).flatMap((path) => (typeof path === "string" ? [path] : [])),
    slots: Object.fromEntries(Object.entries(valuesIn(kept["slots"])).map(([path, values]) => [path, valuesIn(values)])),
  };
}

/**
 * @param {unknown} kept
 * @returns {KeptPart[]}
 */
function partsIn(kept) {
  return listIn(kept).flatMap((part) => {
    if (!isRecord(part) || typeof part["path"] !== "string") return [];
    const { path, presenter } = part;
    return [{ path, presenter: typeof presenter === "string" ? presenter : null }];
  });
}

/**
 * @param {unknown} kept
 * @returns {Values}
 */
function valuesIn(kept) {
  return isRecord(kept) && !Array.isArray(kept) ? kept : {};
}

/**
 * @param {unknown} kept
 * @returns {unknown[]}
 */
function listIn(kept) {
  return Array.isArray(kept) ? kept : [];
}
