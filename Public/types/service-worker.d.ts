/** The used part of service workers (W3C Service Workers), which the types of documents do not have. */

interface ServiceWorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface ServiceWorkerFetchEvent extends ServiceWorkerEvent {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

interface ServiceWorkerNoticeEvent extends ServiceWorkerEvent {
  readonly notification: { close(): void };
}

interface ServiceWorkerWindow {
  focus(): Promise<unknown>;
}

interface ServiceWorkerScope {
  readonly caches: CacheStorage;
  readonly location: { readonly origin: string };
  readonly registration: { readonly navigationPreload?: { enable(): Promise<void> } };
  readonly clients: {
    claim(): Promise<void>;
    matchAll(which: { type: "window"; includeUncontrolled: boolean }): Promise<readonly ServiceWorkerWindow[]>;
    openWindow(address: string): Promise<unknown>;
  };
  fetch(request: Request | string, options?: RequestInit): Promise<Response>;
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: ServiceWorkerEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: ServiceWorkerFetchEvent) => void): void;
  addEventListener(type: "notificationclick", listener: (event: ServiceWorkerNoticeEvent) => void): void;
}

/** The files of the app, by their addresses; the bundle writes them. */
declare const SHELL_FILES: readonly string[];
