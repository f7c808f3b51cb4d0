/** A file on its way: a card that fills, where its document will be. */

import { button, element, setAttributes } from "../../shell/element.js";
import { say } from "../../shell/texts.js";
import { blankSheet } from "../card-thumbnail.js";
import { isActive } from "./upload-queue.js";
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
  #again;
  #words = element("span");
  #listening = new AbortController();

  /**
   * @param {Upload} upload
   * @param {Pick<import("./uploader.js").Uploader, "step" | "goOn">} uploader
   */
  constructor(upload, uploader) {
    this.#upload = upload;
    const { signal } = this.#listening;
    const sheet = blankSheet("upload");
    sheet.prepend(this.#bar);
    setAttributes(this.#bar, { "aria-label": say("Adding {name}", { name: upload.name }) });
    this.#cancel = button(
      { label: say("Cancel {name}", { name: upload.name }), icon: "close", class: "card-action" },
      () => uploader.step({ type: "cancel", id: upload.id }),
      signal,
    );
    this.#again = button(
      { label: "", icon: "retry", text: true, class: "outlined card-retry" }, () => sendAgain(this.#upload, uploader), signal,
    );
    this.#again.append(this.#words);
    const name = element("span", { class: "card-name", title: upload.name }, upload.name);
    const main = element(
      "div", { class: "card-main" }, element("span", { class: "card-picture" }, sheet), name, this.#about,
    );
    this.element = element("li", { class: "card card-upload" }, main, this.#cancel, this.#again);
    this.update(upload);
  }

  get key() {
    return uploadKey(this.#upload);
  }

  get focusTarget() {
    return againInWords(this.#upload) ? this.#again : this.#cancel;
  }

  get loading() {
    return isActive(this.#upload);
  }

  /** @param {boolean} reachable */
  setReachable(reachable) {
    for (const control of [this.#cancel, this.#again]) setAttributes(
      control, { tabindex: reachable ? 0 : -1 },
    );
  }

  /** @param {Upload} upload */
  update(upload) {
    this.#upload = upload;
    const failed = upload.status === "failed";
    const percent = percentOf(upload);
    this.#bar.style.transform = `scaleY(${percent / 100})`;
    setAttributes(this.#bar, { "aria-valuenow": percent, "hidden": failed });
    this.#about.textContent = aboutUpload(upload);
    setAttributes(this.#about, { title: failed && upload.reason });
    const words = againInWords(upload);
    // A button that goes takes the focus with it.
    if (!words && document.activeElement === this.#again) this.#cancel.focus();
    this.#again.hidden = !words;
    this.#words.textContent = words;
    this.element.dataset["status"] = upload.status;
    setAttributes(
      this.#cancel,
      {
        "aria-label": failed ? say("Remove {name}", { name: upload.name }) : say("Cancel {name}", { name: upload.name }),
        "title": failed ? say("Remove") : say("Cancel"),
      },
    );
  }

  destroy() {
    this.#listening.abort();
    this.element.remove();
  }
}

/**
 * The label of the button that lets a file be sent after all; "" where nothing is to be done.
 * @param {Upload} upload
 */
export function againInWords({ status, isFinal }) {
  if (status === "failed") return isFinal ? "" : say("Try again");
  if (status === "paused") return say("Go on");
  return status === "interrupted" ? say("Choose again") : "";
}

/**
 * @param {Upload} upload
 * @param {Pick<import("./uploader.js").Uploader, "step" | "goOn">} uploader
 */
export function sendAgain({ id, status }, uploader) {
  if (status === "interrupted") uploader.goOn(id);
  else uploader.step({ type: status === "paused" ? "resume" : "retry", id });
}

/** @param {Upload} upload */
function uploadKey(upload) {
  return `upload ${upload.id}`;
}

/**
 * How far a file is, in words.
 * @param {Upload} upload
 */
export function aboutUpload(upload) {
  const { size, sent, status, isStalled, reason } = upload;
  const percent = `${percentOf(upload)} %`;
  switch (status) {
    case "waiting": return say("Waiting, {size}", { size: sizeInWords(size) });
    case "sending": return isStalled ? say("{percent}, waiting for the connection", { percent }) : say("{percent} of {size}", { percent, size: sizeInWords(size) });
    case "storing": return isStalled ? say("Waiting for the connection") : say("Almost there");
    case "paused": return say("Paused at {percent}", { percent });
    case "interrupted": return sent > 0 ? say("Interrupted at {percent}", { percent }) : say("Interrupted");
    case "failed": return say("Not added. {reason}", { reason });
  }
}

/** @param {Upload} upload */
export function percentOf({ size, sent }) {
  return size > 0 ? Math.floor((100 * sent) / size) : 0;
}
