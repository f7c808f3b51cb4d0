/** A file on its way, as a row of the panel. */

import { button, element, setAttributes } from "../../shell/element.js";
import { say } from "../../shell/texts.js";
import { aboutUpload, againInWords, percentOf, sendAgain } from "../uploads/upload-view.js";

/** @typedef {import("../uploads/upload-queue.js").Upload} Upload */

export class UploadRow {
  /** @type {HTMLElement} */
  element;
  #upload;
  #about = element("span", { class: "activity-about" });
  #bar = element("progress", { class: "upload-bar", max: 100 });
  #controls;
  #listening = new AbortController();

  /**
   * @param {Upload} upload
   * @param {Pick<import("../uploads/uploader.js").Uploader, "step" | "goOn">} uploader
   */
  constructor(upload, uploader) {
    this.#upload = upload;
    const { signal } = this.#listening;
    const { id, name } = upload;
    this.#controls = {
      again: button({ label: say("Go on with {name}", { name }), icon: "retry" }, () => sendAgain(this.#upload, uploader), signal),
      pause: button({ label: say("Pause {name}", { name }), icon: "pause" }, () => uploader.step({ type: "pause", id }), signal),
      cancel: button({ label: say("Cancel {name}", { name }), icon: "close" }, () => uploader.step({ type: "cancel", id }), signal),
    };
    this.#bar.setAttribute("aria-label", say("Adding {name}", { name }));
    const { again, pause, cancel } = this.#controls;
    this.element = element(
      "li", { class: "activity-row" },
      element("span", { class: "activity-words" }, element("bdi", { class: "activity-name", title: name }, name), this.#about, this.#bar),
      again, pause, cancel,
    );
  }

  /**
   * @param {Upload} upload
   * @param {number} index from 0
   * @param {number} count of all rows
   */
  place(upload, index, count) {
    this.#upload = upload;
    const { again, pause, cancel } = this.#controls;
    const { status, name, isStalled } = upload;
    const words = againInWords(upload);
    const mayPause = status === "sending" || status === "waiting";
    const [wasAgain, wasPause] = [document.activeElement === again, document.activeElement === pause];
    this.#about.textContent = upload.folder && status === "waiting" ? `${aboutUpload(upload)}, ${upload.folder}` : aboutUpload(upload);
    this.#bar.value = percentOf(upload);
    this.#bar.hidden = status === "failed" || status === "waiting";
    setAttributes(again, { "hidden": !words, "aria-label": `${words}: ${name}`, "title": words });
    pause.hidden = !mayPause;
    const removal = status === "failed" ? say("Remove") : say("Cancel");
    setAttributes(cancel, { "aria-label": `${removal} ${name}`, "title": removal });
    // A button that goes gives the focus to the one that takes its place.
    if (wasPause && !mayPause) (words ? again : cancel).focus();
    if (wasAgain && !words) (mayPause ? pause : cancel).focus();
    setAttributes(this.element, { "data-status": isStalled ? "stalled" : status, "aria-posinset": index + 1, "aria-setsize": count });
  }

  destroy() {
    this.#listening.abort();
    this.element.remove();
  }
}
