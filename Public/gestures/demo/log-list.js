/** The log of a demo as a list, the latest on top; many messages of one state are one line with their number. */

/** @typedef {import("./event-log.js").Entry} Entry */
/** @typedef {import("./event-log.js").Facts} Facts */

/** Lines that are kept on the page. */
const MOST = 40;

export class LogList {
  #list;
  #shown = 0;
  /** @type {{key: string, count: number, element: HTMLLIElement} | null} */
  #last = null;

  /** @param {HTMLElement} list */
  constructor(list) {
    this.#list = list;
  }

  /**
   * Shows what is new; a log that has become shorter is another one.
   * @param {readonly (Entry & Facts)[]} entries
   */
  show(entries) {
    if (entries.length < this.#shown) this.#clear();
    for (const entry of entries.slice(this.#shown)) this.#add(entry);
    this.#shown = entries.length;
  }

  #clear() {
    this.#list.replaceChildren();
    this.#shown = 0;
    this.#last = null;
  }

  /** @param {Entry & Facts} entry */
  #add({ name, state, ...facts }) {
    const key = `${name} ${state}`;
    if (this.#last?.key !== key) {
      const element = document.createElement("li");
      this.#list.prepend(element);
      this.#last = { key, count: 0, element };
      while (this.#list.children.length > MOST) this.#list.lastElementChild?.remove();
    }
    const last = this.#last;
    last.count += 1;
    const title = document.createElement("strong");
    title.textContent = name;
    const details = Object.entries(facts).map(([fact, value]) => `${fact} ${value}`).join(", ");
    last.element.replaceChildren(title, ` ${state}${last.count > 1 ? ` ×${last.count}` : ""}`, document.createElement("br"), details);
  }
}
