/** Asks which pages are to be printed, and says how far they are. */

import { numberInWords } from "../api/words.js";
import { button, element } from "../shell/element.js";
import { closeFromBeside, openModal } from "../shell/modal.js";
import { keepWhile } from "../shell/popover.js";
import { say } from "../shell/texts.js";
import { pagesIn } from "./page-range.js";
import { PrintedPages } from "./printed-pages.js";

/** @typedef {import("./read-content.js").PagedDocument} PagedDocument */

/** More pages at a time would take more memory than small machines have. */
const MOST_PRINTED = 1_000;

/** @typedef {"all" | "one" | "some"} Which */

export class PrintSheet {
  #printable;
  #page;
  #life;
  #listening = new AbortController();
  #sheet = element("dialog", { "class": "sheet name-sheet print-dialog", "aria-labelledby": "print-title" });
  #choices;
  #field = element("input", {
    "class": "field", "type": "text", "autocomplete": "off", "spellcheck": "false", "aria-label": say("Which pages"),
    "placeholder": "1-5, 8", "aria-describedby": "print-problem", "maxlength": 200,
  });
  /** The text of the field before anything is typed. */
  #offered = "";
  #withMarks = element("input", { type: "checkbox", checked: true });
  #problem = element("p", { class: "name-problem", id: "print-problem", role: "alert" });
  #progress = element("progress", { "class": "print-progress", "aria-label": say("Pages that are there"), "hidden": true });
  #got = element("p", { class: "secondary", role: "status" });

  /**
   * @param {string} name of the document
   * @param {PagedDocument} printable
   * @param {number} page that is read
   * @param {AbortSignal} life when it aborts, what is still to be printed is let go of
   */
  constructor(name, printable, page, life) {
    this.#printable = printable;
    this.#page = page;
    this.#life = life;
    this.#choices = {
      all: this.#radio("all", say("All pages ({count})", { count: numberInWords(this.#count) })), one: this.#radio("one", printable.names.name(page)),
      some: this.#radio("some", say("Pages")),
    };
    this.#assemble(name);
  }

  /** Opens the sheet; it forgets itself when it closes. A single page without marks is printed at once. */
  open() {
    document.body.append(this.#sheet);
    openModal(this.#sheet);
    const isLong = this.#count > MOST_PRINTED;
    this.#check(isLong ? "some" : "all");
    if (isLong) this.#field.value = this.#offered = `1-${MOST_PRINTED}`;
    if (this.#count === 1 && this.#marks.length === 0) void this.#print([1]);
    else this.#sheet.querySelector(/** @type {"button"} */ ("button[type=submit]"))?.focus({ focusVisible: false });
  }

  get #count() {
    return this.#printable.names.count;
  }

  /** @param {string} name */
  #assemble(name) {
    const { signal } = this.#listening;
    const close = button({ label: say("Close"), icon: "close" }, () => this.#sheet.close(), signal);
    const cancel = button({ label: say("Cancel"), text: true, class: "outlined" }, () => this.#sheet.close(), signal);
    const print = element("button", { type: "submit", class: "button primary" }, say("Print"));
    const { all, one, some } = this.#choices;
    const form = element(
      "form", { class: "name-form" }, all.label, one.label,
      element("div", { class: "print-some" }, some.label, this.#field), ...this.#marks, this.#problem, this.#progress, this.#got,
      element("div", { class: "name-foot" }, cancel, print),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit();
    }, { signal });
    this.#field.addEventListener("input", () => this.#check("some"), { signal });
    this.#sheet.addEventListener("close", () => this.#end(), { signal });
    this.#life.addEventListener("abort", () => this.#sheet.close(), { signal });
    closeFromBeside(this.#sheet, signal);
    keepWhile(this.#sheet, () => this.#field.value !== this.#offered || !this.#progress.hidden, signal);
    const head = element("div", { class: "sheet-head" }, element("h2", { id: "print-title" }, say("Print {name}", { name })), close);
    this.#sheet.append(head, form);
  }

  /** The choice to print marks, where there are some. */
  get #marks() {
    const { marks, names } = this.#printable;
    const has = marks && Array.from({ length: names.count }, (_, index) => index + 1).some((page) => marks(page) !== null);
    return has ? [element("label", { class: "print-choice" }, this.#withMarks, say("With marks"))] : [];
  }

  /**
   * @param {Which} value
   * @param {string} text
   */
  #radio(value, text) {
    const input = element("input", { type: "radio", name: "print-pages", value });
    return { input, label: element("label", { class: "print-choice" }, input, text) };
  }

  /** @param {Which} which */
  #check(which) {
    this.#choices[which].input.checked = true;
    this.#say("");
  }

  #submit() {
    const { all, one } = this.#choices;
    const every = Array.from({ length: this.#count }, (_, index) => index + 1);
    const some = () => pagesIn(this.#field.value, this.#printable.names);
    const pages = all.input.checked ? every : one.input.checked ? [this.#page] : some();
    if (pages === null) return this.#say(say("These are not pages of this document. Write them as 1-5, 8."));
    if (pages.length > MOST_PRINTED) {
      return this.#say(say("At most {number} pages are printed at a time. Print them in parts, or download the document.", { number: numberInWords(MOST_PRINTED) }));
    }
    return void this.#print(pages);
  }

  /** @param {string} problem */
  #say(problem) {
    this.#problem.textContent = problem;
    if (problem) this.#field.focus();
  }

  /** @param {readonly number[]} pages */
  async #print(pages) {
    const { signal } = this.#listening;
    const printed = new PrintedPages(this.#printable, pages, this.#withMarks.checked);
    for (const control of this.#sheet.querySelectorAll("input, [type=submit]")) control.setAttribute("disabled", "");
    this.#problem.textContent = "";
    this.#progress.hidden = false;
    this.#progress.max = pages.length;
    this.#showProgress(0, pages.length);
    await printed.load((got) => this.#showProgress(got, pages.length), signal);
    if (signal.aborted) return;
    this.#sheet.close();
    printed.print(this.#life);
  }

  /**
   * @param {number} got
   * @param {number} count
   */
  #showProgress(got, count) {
    this.#progress.value = got;
    this.#got.textContent = say("Getting page {page} of {count}", { page: numberInWords(Math.min(got + 1, count)), count: numberInWords(count) });
  }

  #end() {
    this.#listening.abort();
    this.#sheet.remove();
  }
}
