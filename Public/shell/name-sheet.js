import { button, element } from "./element.js";
import { openModal } from "./modal.js";
import { say } from "./texts.js";

/**
 * @typedef {object} NameQuestion
 * @property {string} title
 * @property {string} label of the field
 * @property {string} name what stands in it first
 * @property {number} [selected] how many of its letters are selected first; all when left out
 * @property {string} action what the button says
 * @property {(name: string) => string} problemOf why a name will never do, told while it is typed; "" where it may
 * @property {(name: string) => Promise<string | null>} take tries the name; returns why it will not do, or null
 * @property {(reason: string) => void} refused told why it would not do where the sheet was closed meanwhile
 */

/**
 * Opens the sheet; it stays while a name will not do, and forgets itself when it closes.
 * @param {NameQuestion} question
 */
export function askForName(question) {
  const listening = new AbortController();
  const { signal } = listening;
  const sheet = element("dialog", { "class": "sheet name-sheet", "aria-labelledby": "name-title" });
  const field = element("input", {
    "class": "field", "id": "name-field", "type": "text", "autocomplete": "off", "spellcheck": "false",
    "aria-describedby": "name-problem", "maxlength": 255,
  });
  const problem = element("p", { class: "name-problem", id: "name-problem", role: "alert" });
  const close = button({ label: say("Close"), icon: "close" }, () => sheet.close(), signal);
  const cancel = button({ label: say("Cancel"), text: true, class: "outlined" }, () => sheet.close(), signal);
  const take = element("button", { type: "submit", class: "button primary" }, question.action);
  const form = element(
    "form", { class: "name-form" },
    element("label", { for: "name-field" }, question.label), field, problem,
    element("div", { class: "name-foot" }, cancel, take),
  );
  field.value = question.name;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void submit(question, field, problem, take, sheet);
  }, { signal });
  field.addEventListener("input", () => tell(field, problem, question.problemOf(field.value.trim())), { signal });
  sheet.addEventListener("close", () => {
    listening.abort();
    sheet.remove();
  }, { signal });
  const head = element("div", { class: "sheet-head" }, element("h2", { id: "name-title" }, question.title), close);
  sheet.append(head, form);
  document.body.append(sheet);
  openModal(sheet);
  field.focus();
  if (question.selected === undefined) field.select();
  else field.setSelectionRange(0, question.selected);
}

/**
 * @param {NameQuestion} question
 * @param {HTMLInputElement} field
 * @param {HTMLElement} problem
 * @param {HTMLButtonElement} button
 * @param {HTMLDialogElement} sheet
 */
async function submit(question, field, problem, button, sheet) {
  const name = field.value.trim();
  const before = name ? question.problemOf(name) : say("A name is needed.");
  if (before) return tell(field, problem, before);
  button.disabled = true;
  const reason = await question.take(name);
  button.disabled = false;
  if (reason === null) return sheet.close();
  if (!sheet.open) return question.refused(reason);
  tell(field, problem, reason);
  field.focus();
}

/**
 * @param {HTMLInputElement} field
 * @param {HTMLElement} problem
 * @param {string} text
 */
function tell(field, problem, text) {
  problem.textContent = text;
  if (text) field.setAttribute("aria-invalid", "true");
  else field.removeAttribute("aria-invalid");
}
