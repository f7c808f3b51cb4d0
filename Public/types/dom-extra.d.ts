/** Interfaces of browsers that the checker's own DOM library (TypeScript 4.8) does not know yet. */

interface HTMLElement {
  /** Popover API: how an element in the top layer is dismissed. */
  popover: "auto" | "manual" | null;
  showPopover(): void;
  hidePopover(): void;
}

interface HTMLButtonElement {
  /** Popover API: what the button opens and closes. */
  popoverTargetElement: Element | null;
}

/** Told of when a popover has opened or closed. */
interface ToggleEvent extends Event {
  readonly newState: "open" | "closed";
}

/** View transitions (CSS View Transitions 1), where a browser has them. */
interface Document {
  startViewTransition(update: () => void): {
    readonly ready: Promise<void>;
    readonly finished: Promise<void>;
    readonly updateCallbackDone: Promise<void>;
    skipTransition(): void;
  };
}

interface CSSStyleDeclaration {
  viewTransitionName: string;
}

interface FocusOptions {
  /** Whether the focus ring is drawn; left to the browser when not given. */
  focusVisible?: boolean;
}

/** Aborts after so many milliseconds, with a `TimeoutError`. */
interface AbortingInTime {
  timeout(milliseconds: number): AbortSignal;
}

interface FileSystemDirectoryReader {
  readEntries(
    successCallback: (entries: FileSystemEntry[]) => void,
    errorCallback?: (reason: DOMException) => void,
  ): void;
}

/** File System Access (https://wicg.github.io/file-system-access): files that a page may read again after a reload. */
interface FileSystemHandle {
  queryPermission(descriptor: { mode: "read" }): Promise<PermissionState>;
  requestPermission(descriptor: { mode: "read" }): Promise<PermissionState>;
}

interface DataTransferItem {
  /** Left out where the browser has no such files. */
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
}

/** Ranges that `::highlight()` of a style sheet paints (CSS Custom Highlight API 1). */
declare class Highlight {
  constructor(...ranges: AbstractRange[]);
}

declare namespace CSS {
  const highlights: Map<string, Highlight>;
}

/** Conditions of style sheets that the page has answered by the chosen theme before the app is here (`shell/theme.js`). */
declare var sheafSchemes: [MediaList | HTMLMetaElement, string][] | undefined;

/** The snapshot for tests and support, DESIGN.md §6. */
declare var sheaf: {
  inspect(): import("../shell/inspection.js").Inspection;
  /** Records what hands do to the reader or the board that is shown, for reports and tests. */
  recorder: import("../gestures/index.js").SurfaceRecorder | null;
};

/** Answers that the page asked for before its modules were here, by their addresses. */
declare var sheafFirstAnswers: Map<string, Promise<Response>> | undefined;

/** Files that the desktop opens with the installed app (WICG Web App Launch Handler). */
declare var launchQueue: undefined | {
  setConsumer(consumer: (launch: { readonly files: readonly FileSystemFileHandle[] }) => Promise<void>): void;
};
