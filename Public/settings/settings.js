/** Derives from the server's description of a setting its control, and its values in words. Pure. */

import { say } from "../shell/texts.js";

/** @typedef {import("../api/preference-api.js").Setting} Setting */

/**
 * The control of a value. Arrays, objects and kinds that are null have no field that people could fill in: they are
 * shown as they are.
 * @typedef {"radio" | "select" | "switch" | "text" | "number" | "shown"} ControlKind
 */

/** So many choices are seen all at once; more make a list that opens. */
const MOST_RADIOS = 4;

/**
 * @param {Setting} setting
 * @returns {ControlKind}
 */
export function controlOf({ initial, choices }) {
  if (choices) return choices.length === 0 ? "shown" : choices.length > MOST_RADIOS ? "select" : "radio";
  if (typeof initial === "boolean") return "switch";
  if (typeof initial === "string") return "text";
  return typeof initial === "number" ? "number" : "shown";
}

/**
 * Whether two values of JSON are the same one.
 * @param {unknown} one
 * @param {unknown} other
 * @returns {boolean}
 */
export function isSame(one, other) {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [left, right] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  return left.size === right.size && [...left].every(([name, value]) => right.has(name) && isSame(value, right.get(name)));
}

/**
 * The place of a value among the choices; -1 where it is none of them, as after another server offered different ones.
 * @param {Setting} setting
 * @param {unknown} value
 */
export function choiceOf({ choices }, value) {
  return (choices ?? []).findIndex((choice) => isSame(choice.value, value));
}

/**
 * @param {Setting} setting
 * @param {unknown} value
 */
export function valueInWords(setting, value) {
  const choice = setting.choices?.[choiceOf(setting, value)];
  if (choice) return say(choice.title);
  if (typeof value === "boolean") return value ? say("On") : say("Off");
  return typeof value === "string" ? value : JSON.stringify(value) ?? "";
}

/**
 * The typed number; null where it is none. The description does not say whether a whole number is wanted, since 4 and
 * 4.0 are the same in it: the server says.
 * @param {string} text
 */
export function numberIn(text) {
  const number = Number(text);
  return text.trim() !== "" && Number.isFinite(number) ? number : null;
}

/**
 * Why a choice was not taken, in words that stand under its control; where nothing was answered, it may be taken all the same.
 * @param {Pick<import("../api/api-problem.js").ApiProblem, "code" | "mayBeDone">} problem
 */
export function refusalInWords({ code, mayBeDone }) {
  const safe = say("It is as it was before.");
  if (code === "offline") return say("You are offline: this may not have been kept. Try again when the connection is back.");
  if (mayBeDone) return say("This may not have been kept. Try again in a moment.");
  if (code === "invalid-parameter") return `${say("That value is not possible here.")} ${safe}`;
  if (code === "too-large") return `${say("That is too long.")} ${safe}`;
  return `${say("This could not be kept.")} ${safe} ${say("Try again in a moment.")}`;
}
