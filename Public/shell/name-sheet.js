import { CheckedName } from "./checked-name.js";
import { element } from "./element.js";
import { Sheet } from "./modal.js";

/**
 * @typedef {object} NameAsked
 * @property {string} title
 * @property {string} label of the field
 * @property {string} name what stands in it first
 * @property {number} [selected] how many of its letters are selected first; all when left out
 * @property {string} action what the button says
 * @property {number} [longest] the most letters; as many as one likes when left out
 * @property {(name: string) => Promise<string | null>} take tries the name; returns why it will not do, or null
 * @property {(reason: string) => void} refused told why it would not do where the sheet was closed meanwhile
 * @property {(byCode: boolean) => void} [dismissed] called where the sheet was closed and no name was taken; `byCode` says that no
 *   person did that
 */

/** @typedef {NameAsked & import("./checked-name.js").NameRules} NameQuestion */

/**
 * Opens the sheet; it stays while a name will not do.
 * @param {NameQuestion} question
 * @returns {Promise<boolean>} whether a name was taken, once the sheet is closed
 */
export function askForName(question) {
  const sheet = new Sheet({ title: question.title, look: "name-sheet", steady: true });
  const { signal } = sheet;
  const field = element("input", {
    "class": "field", "id": "name-field", "type": "text", "dir": "auto", "autocomplete": "off", "spellcheck": "false",
    "aria-describedby": "name-problem", "maxlength": question.longest, "enterkeyhint": "done",
  });
  const said = element("p", { class: "name-problem", id: "name-problem", role: "alert" });
  const take = element("button", { type: "submit", class: "button primary" }, question.action);
  const checked = new CheckedName(field, said, question, (isFine) => { take.disabled = !isFine; }, signal);
  const form = element(
    "form", { class: "name-form" }, element("label", { for: "name-field" }, question.label), field, said, sheet.foot(take),
  );
  field.value = question.name;
  take.disabled = question.name === "";
  let trying = Promise.resolve(false);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    trying = submit(question, checked, take, sheet);
  }, { signal });
  const closed = new Promise((resolve) => signal.addEventListener("abort", () => resolve(trying.then((isTaken) => {
    if (!isTaken) question.dismissed?.(!sheet.isLeft);
    return isTaken;
  }))));
  sheet.open(form);
  field.focus();
  if (question.selected === undefined) field.select();
  else field.setSelectionRange(0, question.selected);
  return closed;
}

/**
 * @param {NameQuestion} question
 * @param {CheckedName} checked
 * @param {HTMLButtonElement} button
 * @param {Sheet} sheet
 * @returns {Promise<boolean>} whether the name was taken
 */
async function submit(question, checked, button, sheet) {
  const { name, fault } = checked;
  if (fault) return checked.refuse(fault), false;
  button.disabled = true;
  const reason = await question.take(name);
  button.disabled = false;
  if (reason === null) sheet.close();
  else if (sheet.isOpen) checked.refuse(reason);
  else question.refused(reason);
  return reason === null;
}
