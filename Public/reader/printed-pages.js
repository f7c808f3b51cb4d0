/** Pages as pictures on sheets of their own, for the printer. They are got few at a time, and not decoded before it wants them. */

import { imageWidth } from "../shell/resolution.js";
import { element } from "../shell/element.js";
import { say } from "../shell/texts.js";

/** @typedef {import("../gestures/geometry/index.js").Size} Size */
/** @typedef {import("./read-content.js").PagedDocument} PagedDocument */

/** So many are asked for at the same time, so that readers of other pages do not wait. */
const MOST_ASKED = 3;

/** How often a page is asked for that does not come for a while, and how long it is left alone between. */
const TRIES = 4;
const REST_MILLISECONDS = 1500;

/** Dots an inch, by the number of pages up to which they are had: more pages at once are coarser, so that they fit. */
const RESOLUTIONS = Object.freeze([{ pages: 20, dots: 300 }, { pages: 100, dots: 200 }, { pages: 300, dots: 150 }, { pages: Infinity, dots: 110 }]);

export class PrintedPages {
  #printable;
  #pages;
  #sheets;
  #marks;
  #style = new CSSStyleSheet();
  #element = element("div", { "class": "print-sheets", "aria-hidden": "true" });

  /**
   * @param {PagedDocument} printable
   * @param {readonly number[]} pages from 1
   * @param {boolean} [withMarks] whether marks are printed, too
   */
  constructor(printable, pages, withMarks = true) {
    this.#marks = (withMarks && printable.marks) || (() => null);
    this.#printable = printable;
    this.#pages = pages;
    this.#sheets = pages.map((page) => this.#sheet(page));
    this.#element.append(...this.#sheets);
    this.#style.replaceSync(this.#sizes());
  }

  /**
   * Gets all pictures. One that cannot be had is told on its sheet.
   * @param {(got: number) => void} progress called with how many are there
   * @param {AbortSignal} signal ends it
   */
  async load(progress, signal) {
    let [next, got] = [0, 0];
    const work = async () => {
      while (next < this.#pages.length && !signal.aborted) {
        const index = next;
        next += 1;
        await this.#load(index, signal);
        got += 1;
        progress(got);
      }
    };
    await Promise.all(Array.from({ length: MOST_ASKED }, work));
  }

  /**
   * Has the browser print them, and lets go of them when it has, or `signal` says so.
   * @param {AbortSignal} signal
   */
  print(signal) {
    this.put(signal);
    window.print();
  }

  /**
   * Stands in for all that is seen, for the printer alone, until that has printed.
   * @param {AbortSignal} signal
   */
  put(signal) {
    document.body.querySelector(".print-sheets")?.remove();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, this.#style];
    document.body.append(this.#element);
    window.addEventListener("afterprint", () => this.remove(), { once: true, signal });
    signal.addEventListener("abort", () => this.remove(), { once: true });
  }

  remove() {
    this.#element.remove();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== this.#style);
  }

  /**
   * Puts a picture that is there already on the sheet of a page.
   * @param {number} page
   * @param {string} url
   */
  fill(page, url) {
    const image = element("img", { alt: "" });
    image.src = url;
    this.#put(this.#pages.indexOf(page), image);
  }

  /**
   * @param {number} index
   * @param {HTMLImageElement} image
   */
  #put(index, image) {
    const marks = this.#marks(this.#pages[index] ?? 1);
    this.#sheets[index]?.replaceChildren(marks ? element("div", { class: "print-picture" }, image, marks) : image);
  }

  /** @param {number} page */
  #sheet(page) {
    const sheet = element("div", { class: "print-sheet" });
    sheet.style.setProperty("page", this.#nameOf(page));
    const { raster } = this.#printable;
    if (raster) return sheet;
    const { width, height } = this.#sizeOf(page);
    // A fraction of a pixel too much would make a second sheet.
    sheet.style.width = `${width}px`;
    sheet.style.height = `${height - 1}px`;
    return sheet;
  }

  /**
   * In CSS pixels, of which the printer has 96 to the inch.
   * @param {number} page
   * @returns {Size}
   */
  #sizeOf(page) {
    const { pages, unit } = this.#printable;
    const { width, height } = pages[page - 1] ?? { width: 1, height: 1 };
    return { width: width * unit, height: height * unit };
  }

  /** @param {number} page */
  #nameOf(page) {
    const { width, height } = this.#sizeOf(page);
    if (this.#printable.raster) return width > height ? "across" : "upright";
    return `sheet-${Math.round(width)}-${Math.round(height)}`;
  }

  #sizes() {
    const { raster } = this.#printable;
    if (raster) return "@page across { size: landscape; margin: 10mm; } @page upright { size: portrait; margin: 10mm; }";
    const rules = this.#pages.map((page) => {
      const { width, height } = this.#sizeOf(page);
      return `@page ${this.#nameOf(page)} { size: ${width}px ${height}px; margin: 0; }`;
    });
    return [...new Set(rules)].join("\n");
  }

  /**
   * @param {number} index
   * @param {AbortSignal} signal
   */
  async #load(index, signal) {
    const page = this.#pages[index] ?? 1;
    const url = this.#printable.source.imageUrl(page, this.#pixels(page));
    for (let tries = 1; !signal.aborted; tries += 1) {
      if (await this.#came(index, url, signal)) return;
      const reason = await this.#printable.source.explain(url);
      const isLast = tries === TRIES || reason?.again === false;
      if (isLast) return this.#reportFailure(index, page, reason?.title ?? say("Its picture could not be read"));
      if (reason) await rest(signal);
    }
  }

  /**
   * @param {number} index
   * @param {string} url
   * @param {AbortSignal} signal
   * @returns {Promise<boolean>}
   */
  #came(index, url, signal) {
    const image = element("img", { alt: "", decoding: "sync" });
    const waiting = new AbortController();
    return new Promise((resolve) => {
      const end = (/** @type {boolean} */ isHere) => {
        waiting.abort();
        resolve(isHere);
      };
      image.addEventListener("load", () => end(true), { signal: waiting.signal });
      image.addEventListener("error", () => end(false), { signal: waiting.signal });
      signal.addEventListener("abort", () => {
        image.removeAttribute("src");
        end(false);
      }, { signal: waiting.signal });
      image.src = url;
      this.#put(index, image);
    });
  }

  /** @param {number} page */
  #pixels(page) {
    const { raster, pages } = this.#printable;
    const { dots } = RESOLUTIONS.find((resolution) => this.#pages.length <= resolution.pages) ?? { dots: 150 };
    const native = raster ? pages[page - 1]?.width ?? Infinity : Infinity;
    return imageWidth(this.#sizeOf(page), raster ? 1 : dots / 96, native);
  }

  /**
   * @param {number} index
   * @param {number} page
   * @param {string} why
   */
  #reportFailure(index, page, why) {
    const text = element("p", {}, say("{name} is not printed. {why}.", { name: this.#printable.names.name(page), why }));
    this.#sheets[index]?.replaceChildren(text);
  }
}

/** @param {AbortSignal} signal */
function rest(signal) {
  return new Promise((resolve) => {
    const waiting = setTimeout(resolve, REST_MILLISECONDS);
    signal.addEventListener("abort", () => {
      clearTimeout(waiting);
      resolve(undefined);
    }, { once: true });
  });
}

/**
 * Prints the page that is seen, from the browser's own menu, where there is no time to get more.
 * @param {PagedDocument} printable
 * @param {number} page
 * @param {HTMLElement} body in which it is seen
 * @param {AbortSignal} life as of {@link PrintedPages.put}
 */
export function putSeenPage(printable, page, body, life) {
  if (document.querySelector(".print-sheets, .board-print")) return;
  const name = printable.names.name(page);
  const image = [...body.querySelectorAll(".page > img")].find((other) => other.getAttribute("alt") === name);
  if (!(image instanceof HTMLImageElement)) return;
  const printed = new PrintedPages(printable, [page]);
  printed.fill(page, image.src);
  printed.put(life);
}
