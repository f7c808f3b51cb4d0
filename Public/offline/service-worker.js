/**
 * Stands between the app and the line: without one, the app and what was read last are still there.
 *
 * The bundle makes one script of it at the server's top, so that it stands before every address. The names of the app's
 * files are written into it there.
 */

import { KeptAnswers } from "./kept-answers.js";
import { kindOf } from "./offline-rules.js";

const worker = /** @type {ServiceWorkerScope} */ (/** @type {unknown} */ (globalThis));
const kept = new KeptAnswers({
  caches: worker.caches,
  fetch: (request) => worker.fetch(request),
  wait: (milliseconds) => new Promise((resolve) => void setTimeout(resolve, milliseconds)),
});

worker.addEventListener("install", (event) => {
  event.waitUntil(kept.install(SHELL_FILES).then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  // The network is asked for a page while the worker starts.
  event.waitUntil(Promise.all([kept.tidy(), worker.registration.navigationPreload?.enable(), worker.clients.claim()]));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== worker.location.origin) return;
  const later = (/** @type {Promise<unknown>} */ work) => event.waitUntil(work.catch(() => {}));
  switch (kindOf({ method: request.method, mode: request.mode, path: url.pathname })) {
    case "page": return event.respondWith(kept.page(loaded(event), later));
    case "file": return event.respondWith(kept.file(request));
    case "answer": return event.respondWith(kept.answer(request, later));
    case "share": return event.respondWith(shared(request));
    case "end": return later(kept.forget());
    case "other": return undefined;
  }
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(comeForward());
});

/** Shows a window of the app, a new one where there is none. */
async function comeForward() {
  const [shown] = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  return shown ? shown.focus() : worker.clients.openWindow("/");
}

/**
 * A page from the network, where the browser may have begun to ask already.
 * @param {ServiceWorkerFetchEvent} event
 */
async function loaded({ request, preloadResponse }) {
  return (await preloadResponse) ?? worker.fetch(request);
}

/**
 * Adds what another app handed over, one file after the other, then shows the Inbox, which
 * is told how many came.
 * @param {Request} request
 */
async function shared(request) {
  const form = await request.formData();
  const texts = ["title", "text", "url"].map((name) => form.get(name)).filter((text) => typeof text === "string" && text);
  const files = form.getAll("files").flatMap((file) => (file instanceof File ? [file] : []));
  const note = texts.join("\n");
  if (files.length === 0 && note) files.push(new File([note], "Shared text.txt", { type: "text/plain" }));
  let failed = 0;
  for (const file of files) {
    const address = `/api/v1/inbox?source=${encodeURIComponent("Shared")}&open=false&name=${encodeURIComponent(file.name)}`;
    const answer = await worker.fetch(address, { method: "POST", body: file, credentials: "same-origin" }).catch(() => null);
    if (!answer?.ok) failed += 1;
  }
  return Response.redirect(`/?folder=Inbox&shared=${files.length - failed}&failed=${failed}`, 303);
}
