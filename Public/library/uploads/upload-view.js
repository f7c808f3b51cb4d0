/** A file on its way: a card that fills, where its document will be. */

import { button, element, setAttributes } from "../../shell/element.js";
import { blankSheet } from "../card-thumbnail.js";
import { sizeInWords } from "../../api/words.js";

/** @typedef {import("./upload-queue.js").Upload} Upload */

export class UploadCard {
  /** @type {HTMLElement} */
  element;
  #upload;
  #bar = element(
    "span", { "class": "card-fill", "role": "progressbar", "aria-valuemin": 0, "aria-valuemax": 100 },
  );
  #about = element("span", { class: "card-about" });
  #cancel;
  #retry;
  #listening = new AbortController();

  /**
   * @param {Upload} upload
   * @param {Pick<import("./uploader.js").Uploader, "step">} uploader
   */
  constructor(upload, uploader) {
    this.#upload = upload;
    const { signal } = this.#listening;
    const sheet = blankSheet("upload");
    sheet.prepend(this.#bar);
    setAttributes(this.#bar, { "aria-label": `Adding ${upload.name}` });
    this.#cancel = button(
      { label: `Cancel ${upload.name}`, icon: "close", class: "card-action" },
      () => uploader.step({ type: "cancel", id: upload.id }),
      signal,
    );
    this.#retry = button(
      { label: "Try again", icon: "retry", text: true, class: "outlined card-retry" },
      () => uploader.step({ type: "retry", id: upload.id }),
      signal,
    );
    const name = element("span", { class: "card-name", title: upload.name }, upload.name);
    const main = element(
      "div", { class: "card-main" }, element("span", { class: "card-picture" }, sheet), name, this.#about,
    );
    this.element = element("li", { class: "card card-upload" }, main, this.#cancel, this.#retry);
    this.update(upload);
  }

  get key() {
    return uploadKey(this.#upload);
  }

  get focusTarget() {
    return canBeSentAgain(this.#upload) ? this.#retry : this.#cancel;
  }

  get loading() {
    return this.#upload.status !== "failed";
  }

  /** @param {boolean} reachable */
  setReachable(reachable) {
    for (const control of [this.#cancel, this.#retry]) setAttributes(
      control, { tabindex: reachable ? 0 : -1 },
    );
  }

  /** @param {Upload} upload */
  update(upload) {
    this.#upload = upload;
    const failed = upload.status === "failed";
    const percent = upload.size > 0 ? Math.floor((100 * upload.sent) / upload.size) : 0;
    this.#bar.style.transform = `scaleY(${percent / 100})`;
    setAttributes(this.#bar, { "aria-valuenow": percent, "hidden": failed });
    this.#about.textContent = aboutUpload(upload, percent);
    setAttributes(this.#about, { title: failed && upload.reason });
    // A button that goes takes the focus with it.
    if (!failed && document.activeElement === this.#retry) this.#cancel.focus();
    this.#retry.hidden = !canBeSentAgain(upload);
    this.element.dataset["status"] = upload.status;
    setAttributes(
      this.#cancel,
      {
        "aria-label": failed ? `Remove ${upload.name}` : `Cancel ${upload.name}`,
        "title": failed ? "Remove" : "Cancel",
      },
    );
  }

  destroy() {
    this.#listening.abort();
    this.element.remove();
  }
}

/** @param {Upload} upload */
function canBeSentAgain({ status, isFinal }) {
  return status === "failed" && !isFinal;
}

/** @param {Upload} upload */
export function uploadKey(upload) {
  return `upload ${upload.id}`;
}

/**
 * @param {Upload} upload
 * @param {number} percent
 */
function aboutUpload(upload, percent) {
  if (upload.status === "waiting") return `Waiting, ${sizeInWords(upload.size)}`;
  if (upload.status === "sending") return `${percent} % of ${sizeInWords(upload.size)}`;
  return upload.status === "storing" ? "Almost there" : `Not added. ${upload.reason}`;
}
