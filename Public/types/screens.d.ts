/** The objects that the screens of a document share. No screen may import the app, which makes them. */

/** The open document: its address, its screen and its frame. */
interface ScreenOwner {
  readonly id: string;
  /** Another page or zoom is shown. */
  moved(): void;
  /**
   * Moves to another place of it, if `move` returns true. The browser's Back leads to the one before, and so does what this
   * returns, if it still can.
   */
  step(move: () => boolean): () => boolean;
  /** The list of versions came or went. */
  noted(): void;
  /** The document is about to be shown. */
  update(document: import("../api/api.js").Document): void;
  /** The document was changed here. */
  heard(document: import("../api/api.js").Document): void;
  /** A board goes on as a copy, because it was changed elsewhere, too. */
  became(copy: import("../api/api.js").Document): void;
  /** Whether a board is shown in place of the reader. */
  isForBoard(document: import("../api/api.js").Document): boolean;
  /** Whether the editor of texts is shown in place of the reader, which would show these bytes. */
  isForText(document: import("../api/api.js").Document, text: { bytes: Uint8Array; whole: boolean }): boolean;
  /** Lets the user change its text. */
  edit(): void;
  /** Shows its pages, or what else is read of it, in place of the editor. */
  read(): void;
  /** Shows the code by which another device goes on with what is shown. */
  sendToDevice(): void;
  /** Lets the user type another name over the title; false where it stays. */
  rename(): boolean;
  /** Whether any handler opens the document. */
  mayOpenIn(document: import("../api/api.js").Document): boolean;
  /** Lists the handlers that open the document. */
  openIn(document: import("../api/api.js").Document, anchor: HTMLElement): Promise<"failed" | null>;
  /** Whether the user wants a tool, by its id. */
  isWanted(tool: string): boolean;
  /** The actions of web apps that can be done to the document. */
  webActions(document: import("../api/api.js").Document): import("../library/acting/web-actions.js").OfferedAction[];
  go(history: import("../shell/address.js").HistoryParameters): void;
  focus(): void;
  /** Saves what is edited: the reason why they are not saved, or "". */
  stored(): Promise<string>;
}

/** The documents before and behind the open one in the list that the library shows; there are none where no list has led to it. */
interface ScreenQueue {
  readonly next: import("../api/api.js").Document | null;
  readonly previous: import("../api/api.js").Document | null;
  /** Opens the one behind it, or before it; false where there is none. */
  go(direction: 1 | -1): boolean;
  /** Calls back when another one may be next. */
  watch(changed: () => void, signal: AbortSignal): void;
}

interface ScreenParts {
  router: import("../shell/router.js").Router;
  notices: import("../api/notices.js").Notices;
  /** Shows or hides the list of versions beside a button. */
  versions: { toggle(anchor: HTMLElement | null): void };
  opened: ScreenOwner;
  queue: ScreenQueue;
}
