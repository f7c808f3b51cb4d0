import assert from "node:assert/strict";
import { test } from "node:test";

import { isAway, kindOf, mayBeKept, outdatedFiles } from "../../../Public/offline/offline-rules.js";

const asked = (path, mode = "cors", method = "GET") => kindOf({ path, mode, method });

test("the app's addresses are pages, those of programs and of signing in are not", () => {
  for (const path of ["/", "/d/0123456789abcdef", "/settings/keys", "/nothing", "/apiary"]) assert.equal(asked(path, "navigate"), "page");
  for (const path of ["/api/v1/documents", "/iiif/3/x/info.json", "/sign-in", "/metrics", "/assets/app-1.js"]) {
    assert.equal(asked(path, "navigate"), "other");
  }
});

test("answers about documents are kept, what passes and what changes something is not", () => {
  for (const path of ["documents", "documents/1/preview", "types", "folders"]) assert.equal(asked(`/api/v1/${path}`), "answer");
  for (const path of ["events", "jobs", "jobs/1", "storage", "state/at-1"]) assert.equal(asked(`/api/v1/${path}`), "other");
  assert.equal(asked("/api/v1/documents", "cors", "POST"), "other");
  assert.equal(asked("/api/v1/documents/1", "cors", "DELETE"), "other");
});

test("files of the app are kept by their name, and the end of a session is noticed", () => {
  assert.equal(asked("/assets/app-1.js"), "file");
  assert.equal(asked("/share", "navigate", "POST"), "share");
  assert.equal(asked("/sign-out", "navigate", "POST"), "end");
  assert.equal(asked("/share", "navigate"), "page");
});

test("only whole JSON that may be stored is kept", () => {
  const answer = (status, headers) => mayBeKept(new Response(null, { status, headers: { "Content-Type": "application/json", ...headers } }));
  assert.equal(answer(200, {}), true);
  assert.equal(answer(200, { "Cache-Control": "private, no-cache" }), true);
  assert.equal(answer(200, { "Cache-Control": "private, no-store" }), false);
  assert.equal(answer(200, { "Content-Type": "image/webp" }), false);
  assert.equal(answer(200, { "Content-Length": String(3 << 20) }), false);
  for (const status of [206, 401, 404, 503]) assert.equal(answer(status, {}), false);
});

test("a proxy's refusal means that the server is away, its own does not", () => {
  assert.deepEqual([500, 502, 503, 504].map((status) => isAway({ status })), [false, true, false, true]);
});

test("files of the app before stay, older ones may go", () => {
  assert.deepEqual(outdatedFiles([["/assets/c.js", "/assets/a.js"], ["/assets/b.js"], ["/assets/old.js"]], ["/assets/a.js", "/assets/b.js", "/assets/old.js"]), ["/assets/old.js"]);
});
