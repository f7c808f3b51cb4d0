/** The used part of service workers (W3C Service Workers), which the types of documents do not have. */

interface ServiceWorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface ServiceWorkerFetchEvent extends ServiceWorkerEvent {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

interface ServiceWorkerScope {
  readonly caches: CacheStorage;
  readonly location: { readonly origin: string };
  readonly registration: { readonly navigationPreload?: { enable(): Promise<void> } };
  readonly clients: { claim(): Promise<void> };
  fetch(request: Request | string, options?: RequestInit): Promise<Response>;
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: ServiceWorkerEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: ServiceWorkerFetchEvent) => void): void;
}

/** The files of the app, by their addresses; the bundle writes them. */
declare const SHELL_FILES: readonly string[];
