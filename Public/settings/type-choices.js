/** Which handlers open which kinds of documents, and which was chosen. Pure. */

import { say } from "../shell/texts.js";

/** @typedef {import("../api/opener-api.js").Handler} Handler */
/** @typedef {import("../api/api.js").FileType} FileType */
/** @typedef {import("../api/type-tree.js").TypeTree} TypeTree */

/** The name under which the server keeps the choices: an object of types and handlers. */
export const CHOICES_KEY = "opening.handlers";

const RANKS = Object.freeze(["owner", "default", "alternate"]);
const BOARD = "org.sheaf.board";
/** The reader names this type to show at least an icon. It is no choice for a kind that has another opener. */
const ANYTHING = "public.data";

/**
 * A kind of documents that several handlers open.
 * @typedef {object} TypeChoice
 * @property {string} type
 * @property {string} name
 * @property {readonly Handler[]} handlers the best first, which opens it where nothing was chosen
 * @property {string | null} chosen the one that was chosen for it
 */

/**
 * The kinds that handlers name and more than one of them opens, by name. What opens a kind opens the kinds below it, too.
 * @param {{types: readonly FileType[], handlers: readonly Handler[]}} registry
 * @param {TypeTree} tree
 * @param {Readonly<Record<string, unknown>>} choices
 * @returns {TypeChoice[]}
 */
export function typeChoices({ types, handlers }, tree, choices) {
  const offered = handlers.filter(({ rank, role }) => rank !== "none" && role !== "action");
  const named = new Set([...offered.flatMap(({ contentTypes }) => contentTypes), ...Object.keys(choices)]);
  const names = new Map(types.map(({ identifier, name }) => [identifier, name]));
  return [...named].filter((type) => names.has(type) && !tree.conforms(type, BOARD)).map((type) => {
    const opening = openersOf(type, offered, tree);
    const chosen = choices[type];
    return {
      type, name: say(names.get(type) || type), handlers: opening,
      chosen: opening.some(({ identifier }) => identifier === chosen) ? String(chosen) : null,
    };
  }).filter(({ handlers: opening }) => opening.length > 1).sort((a, b) => a.name.localeCompare(b.name));
}

/**
 * The handlers of a type, the best first: those that name the nearest type, then by rank, then as they were declared.
 * @param {string} type
 * @param {readonly Handler[]} handlers
 * @param {TypeTree} tree
 */
function openersOf(type, handlers, tree) {
  return handlers.map((handler, place) => ({ handler, place, steps: stepsTo(type, handler, tree) }))
    .filter(({ steps }) => steps !== null)
    .sort((a, b) => (a.steps ?? 0) - (b.steps ?? 0) || rankOf(a.handler) - rankOf(b.handler) || a.place - b.place)
    .map(({ handler }) => handler);
}

/**
 * @param {string} type
 * @param {Handler} handler
 * @param {TypeTree} tree
 */
function stepsTo(type, { contentTypes }, tree) {
  const steps = contentTypes.filter((other) => other !== ANYTHING || type === ANYTHING).flatMap((other) => tree.steps(type, other) ?? []);
  return steps.length ? Math.min(...steps) : null;
}

/** @param {Handler} handler */
function rankOf({ rank }) {
  return RANKS.indexOf(rank ?? "alternate");
}

/**
 * The declaration of a web app as a person describes it, and why it will not do: the server has the last word.
 * @param {{name: string, url: string, types: readonly string[], role: "viewer" | "editor" | "action", icon?: string}} app
 * @returns {{handler: Handler, problem: "" | "name" | "url" | "place" | "copies" | "types" | "icon"}}
 */
export function webAppOf({ name, url, types, role, icon = "" }) {
  const places = role === "action" ? ["{contents}", "{content}"] : ["{id}", "{content}"];
  const place = places.some((one) => url.includes(one)) ? "" : role === "action" ? "copies" : "place";
  const sign = [...new Intl.Segmenter().segment(icon)].length > 2 ? "icon" : "";
  const problem = !name ? "name" : !isWebAddress(url) ? "url" : place || (types.length === 0 ? "types" : "") || (role === "action" ? sign : "");
  const identifier = identifierOf(name, url);
  return { problem, handler: { identifier, name, role, rank: "alternate", contentTypes: types, url, ...(role === "action" && icon ? { icon } : {}) } };
}

/** @param {string} url */
function isWebAddress(url) {
  try {
    return /^https?:$/.test(new URL(url.replace(/\{\w+\}/g, "0")).protocol);
  } catch {
    return false;
  }
}

/**
 * A stable name for programs: the site the other way round, and the app's name in letters. "org.example.draw".
 * @param {string} name
 * @param {string} url
 */
function identifierOf(name, url) {
  const site = isWebAddress(url) ? new URL(url.replace(/\{\w+\}/g, "0")).hostname.split(".").reverse() : ["app"];
  const word = name.normalize("NFD").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "");
  return [...site, word || "app"].join(".").replace(/[^A-Za-z0-9.-]/g, "-");
}
