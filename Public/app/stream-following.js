/**
 * What is read anew when the event stream comes back, or says that something happened that it does not tell.
 *
 *     lost ──whether it is the session, the banner──► open: whatever may have changed meanwhile is read anew
 */

/** @typedef {import("../api/event-stream.js").StreamState} StreamState */

/**
 * @typedef {object} StreamPorts
 * @property {() => boolean} isOver whether nothing of all this is shown any more
 * @property {Pick<import("../library/library.js").Library, "refresh" | "reset">} library
 * @property {Pick<import("../library/folders/folder-list.js").FolderList, "refresh">} folders
 * @property {Pick<import("../settings/shared-choices.js").SharedChoices, "load">} choices
 * @property {() => Pick<import("./opened-document.js").OpenedDocument, "refresh" | "reset"> | null} opened
 * @property {(isLost: boolean) => void} banner
 * @property {() => void} probe asks whether it is the session that is lost: a stream does not say why it ended
 */

export class StreamFollowing {
  #ports;
  #signal;

  /**
   * @param {StreamPorts} ports
   * @param {AbortSignal} signal
   */
  constructor(ports, signal) {
    this.#ports = ports;
    this.#signal = signal;
  }

  /** Something happened that is not told, to whatever: all that is shown is read anew. */
  reset() {
    const { isOver, library, folders, choices, opened } = this.#ports;
    if (isOver()) return;
    void library.reset();
    void opened()?.reset();
    folders.refresh();
    void choices.load(this.#signal);
  }

  /** @param {StreamState} state */
  became(state) {
    const { isOver, banner, probe } = this.#ports;
    if (isOver()) return;
    banner(state === "lost");
    if (state === "open") this.#refresh();
    if (state === "lost") probe();
  }

  /** What happened while nobody listened is not told again; of choices nothing at all is. */
  #refresh() {
    const { library, folders, choices, opened } = this.#ports;
    void library.refresh();
    void opened()?.refresh();
    folders.refresh();
    void choices.load(this.#signal);
  }
}
