import assert from "node:assert/strict";
import { test } from "node:test";

import { offerInWords, ownOffer, understoodOffer } from "../../../../Public/shell/restoration/offers.js";
import { browserInWords, deviceInWords, deviceOf } from "../../../../Public/shell/restoration/device-name.js";
import { TEXTS } from "../../../../Public/shell/texts/de.js";
import { speak } from "../../../../Public/shell/texts.js";

const NOW = Date.parse("2026-05-02T10:00:00Z");
const DOCUMENT = { id: "x7", name: "report.pdf", page: 12, path: "/d/x7#page=12" };
const archive = (savedAt, slots = { "shell/document": DOCUMENT }) => ({ savedAt, slots });

test("what was read in this browser is offered for a day", () => {
  assert.deepEqual(ownOffer(archive("2026-05-01T11:00:00Z"), "me", NOW), { client: "me", id: "x7", page: 12, path: "/d/x7#page=12", device: null });
  assert.equal(ownOffer(archive("2026-05-01T09:00:00Z"), "me", NOW), null);
  assert.equal(ownOffer(archive("never"), "me", NOW), null);
  assert.equal(ownOffer(archive("2026-05-02T09:00:00Z", { shell: {} }), "me", NOW), null);
  assert.equal(ownOffer(null, "me", NOW), null);
});

test("what leads elsewhere than to its document, or is incomplete, is no offer", () => {
  const told = { client: "web-1", ...DOCUMENT, browser: "Safari", system: "iPad" };
  assert.deepEqual(understoodOffer(told)?.device, { browser: "Safari", system: "iPad" });
  for (const path of ["https://elsewhere.test/d/x7", "//elsewhere.test", "/settings", "/d/other", 5]) assert.equal(understoodOffer({ ...told, path }), null);
  for (const missing of ["client", "id", "path"]) assert.equal(understoodOffer({ ...told, [missing]: null }), null);
  assert.deepEqual([understoodOffer({ ...told, page: "many" })?.page, understoodOffer("text")], [1, null]);
  assert.equal(understoodOffer({ ...told, browser: "x".repeat(900) })?.device.browser.length, 40);
});

test("an offer says the document, its page beyond the first, and where it is read", () => {
  const here = { client: "me", id: "x7", path: "/d/x7", device: null };
  const there = { ...here, device: { browser: "Safari", system: "iPad" } };
  assert.equal(offerInWords({ ...here, page: 12 }, "report.pdf"), "Continue with report.pdf, page 12");
  assert.equal(offerInWords({ ...here, page: 1 }, "report.pdf"), "Continue with report.pdf");
  assert.equal(offerInWords({ ...there, page: 12 }, "report.pdf"), "Continue here: report.pdf, page 12, from Safari on iPad");
  assert.equal(offerInWords({ ...there, page: 1, device: { browser: "", system: "" } }, "report.pdf"), "Continue here: report.pdf, from another device");
});

test("of a long name the middle is left out", () => {
  const said = offerInWords({ client: "me", id: "x7", path: "/d/x7", device: null, page: 3 }, `${"long ".repeat(40)}minutes.pdf`);
  assert.match(said, /^Continue with long long .*….*minutes\.pdf, page 3$/);
  assert.ok(said.length < 100);
});

test("a device is named by its browser and system, an iPad also where it calls itself a Mac", () => {
  const safari = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15";
  const edge = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0 Safari/537.36 Edg/124.0";
  const named = (agent, points) => deviceInWords(deviceOf(agent, points));
  assert.deepEqual([named(safari, 0), named(safari, 5), named(edge, 0), named("", 0)], ["Safari on Mac", "Safari on iPad", "Edge on Windows", "another device"]);
  assert.equal(named("Mozilla/5.0 (X11; Linux x86_64; rv:125.0) Gecko/20100101 Firefox/125.0", 0), "Firefox on Linux");
});

test("a browser that the server names is named in the language of a person", () => {
  const names = ["Chrome on Linux", "Samsung Internet on Android", "Firefox", "browser"];
  try {
    speak("de", TEXTS);
    assert.deepEqual(names.map(browserInWords), ["Chrome auf Linux", "Samsung Internet auf Android", "Firefox", "Ein Browser"]);
  } finally {
    speak("en", {});
  }
  assert.deepEqual(names.map(browserInWords), ["Chrome on Linux", "Samsung Internet on Android", "Firefox", "A browser"]);
});
