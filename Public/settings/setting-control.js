/** The control of a value, made of the server's description alone. */

import { element } from "../shell/element.js";
import { say } from "../shell/texts.js";
import { choiceOf, controlOf, numberIn, valueInWords } from "./settings.js";

/** @typedef {import("../api/preference-api.js").Setting} Setting */

/**
 * @typedef {object} SettingControl
 * @property {HTMLElement} element
 * @property {HTMLElement} focused what takes the focus, and what a problem is told of
 * @property {boolean} isLabelled whether it brings its title with it
 * @property {(value: unknown) => void} show
 */

/**
 * @typedef {object} SettingControlCalls
 * @property {(value: unknown) => void} choose
 * @property {(text: string) => void} refuse says why something is no value
 */

/**
 * @typedef {object} SettingPlace
 * @property {Setting} setting
 * @property {string} id of the control
 * @property {string} described the ids of what says more about it, and why something was not taken
 * @property {SettingControlCalls} calls
 * @property {AbortSignal} signal
 */

/** @type {Readonly<Record<import("./settings.js").ControlKind, (place: SettingPlace) => SettingControl>>} */
const MAKERS = Object.freeze({ radio, select, switch: toggle, text, number, shown });

/**
 * @param {SettingPlace} place
 * @returns {SettingControl}
 */
export function settingControl(place) {
  return MAKERS[controlOf(place.setting)](place);
}

/** @param {SettingPlace} place */
function select({ setting, id, described, calls, signal }) {
  const choices = setting.choices ?? [];
  const list = element("select", { id, "class": "field setting-list", "aria-describedby": described });
  // A value from before the server offered these choices; it cannot be chosen again.
  const other = element("option", { value: -1, disabled: true, hidden: true });
  list.append(other, ...choices.map(({ title }, place) => element("option", { value: place }, say(title))));
  list.addEventListener("change", () => calls.choose(choices[Number(list.value)]?.value), { signal });
  const show = (/** @type {unknown} */ value) => {
    other.textContent = valueInWords(setting, value);
    list.value = String(choiceOf(setting, value));
  };
  return { element: list, focused: list, isLabelled: false, show };
}

/** @param {SettingPlace} place */
function radio({ setting, id, described, calls, signal }) {
  const choices = setting.choices ?? [];
  const dots = choices.map((_, place) => (
    element("input", { "type": "radio", "name": id, "value": place, "class": "setting-dot", "aria-describedby": described })
  ));
  const labels = choices.map(({ title }, place) => (
    element("label", { class: "setting-choice" }, dots[place] ?? "", element("span", {}, say(title)))
  ));
  const group = element(
    "fieldset", { id, class: "setting-group" },
    element("legend", { class: "setting-title" }, say(setting.title)), ...labels,
  );
  group.addEventListener("change", () => {
    calls.choose(choices[dots.findIndex((dot) => dot.checked)]?.value);
  }, { signal });
  const show = (/** @type {unknown} */ value) => {
    const chosen = choiceOf(setting, value);
    dots.forEach((dot, place) => {
      dot.checked = place === chosen;
    });
  };
  return { element: group, focused: dots[0] ?? group, isLabelled: true, show };
}

/** @param {SettingPlace} place */
function toggle({ id, described, calls, signal }) {
  const box = element(
    "input", { id, "type": "checkbox", "role": "switch", "class": "setting-switch", "aria-describedby": described },
  );
  box.addEventListener("change", () => calls.choose(box.checked), { signal });
  const show = (/** @type {unknown} */ value) => {
    box.checked = value === true;
  };
  return { element: box, focused: box, isLabelled: false, show };
}

/** @param {SettingPlace} place */
function text(place) {
  return typed(place, { type: "text", autocomplete: "off", spellcheck: "false" }, (words) => place.calls.choose(words));
}

/** @param {SettingPlace} place */
function number(place) {
  return typed(place, { type: "number", step: "any", class: "field setting-number" }, (words) => {
    const value = numberIn(words);
    if (value === null) place.calls.refuse(say("That is no number. It is as it was before."));
    else place.calls.choose(value);
  });
}

/**
 * A field: Enter and leaving it choose the typed text, Escape drops it. Changes by other clients do not disturb the
 * typing.
 * @param {SettingPlace} place
 * @param {import("../shell/element.js").Attributes} attributes
 * @param {(words: string) => void} take
 * @returns {SettingControl}
 */
function typed({ id, described, setting, signal }, attributes, take) {
  const field = element("input", { id, "class": "field setting-field", "aria-describedby": described, ...attributes });
  let shown = "";
  // The text as the browser holds it, which changes line ends and drops text that is no number.
  let written = "";
  const write = () => {
    field.value = shown;
    written = field.value;
  };
  const isTouched = () => field.value !== written || field.validity.badInput;
  const isDisturbed = () => document.activeElement === field && isTouched();
  field.addEventListener("change", () => {
    const words = field.value;
    written = words;
    // Where it is no value, what was there before stands there again.
    if (numberIn(words) === null && field.type === "number") write();
    take(words);
  }, { signal });
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.isComposing || !isTouched()) return;
    // The first Escape is the field's, the next one the sheet's.
    event.preventDefault();
    write();
  }, { signal });
  // Text that was typed back to its beginning is no choice, and changes by other clients show again.
  field.addEventListener("blur", () => !isDisturbed() && write(), { signal });
  const show = (/** @type {unknown} */ value) => {
    shown = valueInWords(setting, value);
    if (!isDisturbed()) write();
  };
  return { element: field, focused: field, isLabelled: false, show };
}

/** @param {SettingPlace} place */
function shown({ id, setting }) {
  const words = element("output", { id, class: "setting-value" });
  const show = (/** @type {unknown} */ value) => {
    words.textContent = valueInWords(setting, value);
  };
  return { element: words, focused: words, isLabelled: false, show };
}
