/** The server: its version, its health, its descriptions, and the work that it is made of. */

import { element } from "../../shell/element.js";
import { say } from "../../shell/texts.js";
import { group, line, linesOr, ReadPart } from "../setting-groups.js";

/** @typedef {import("../../api/workspace-api.js").Health} Health */

/** The libraries that Sheaf is built upon, and their licences. */
const LIBRARIES = Object.freeze([
  ["SQLite and GRDB", "Public domain, MIT"],
  ["libmicrohttpd, Nettle", "LGPL 2.1, LGPL 3"],
  ["poppler", "GPL 2"],
  ["cairo, Pango, GdkPixbuf, libvips", "LGPL 2.1"],
  ["LibRaw, GMime, libseccomp", "LGPL 2.1"],
  ["source-highlight", "GPL 3"],
  ["libjpeg-turbo, libwebp, libarchive, libmagic, cmark-gfm", "BSD"],
  ["libdeflate, libxml2, zlib", "MIT, zlib"],
  ["qpdf, OpenSSL", "Apache 2.0"],
  ["ICU", "Unicode"],
  ["Swift and its packages: argument-parser, async-algorithms, collections, http-types, log, metrics, service-lifecycle", "Apache 2.0"],
]);

/** @type {import("../section-list.js").MakeSection} */
export function aboutSection({ api, notices }, signal) {
  const health = new ReadPart(
    (reading) => api.health(reading), (found) => drawHealth(found), (problem) => notices.refused(problem), signal,
  );
  void health.load();
  const libraries = LIBRARIES.map(([title = "", note = ""]) => line({ title, note }));
  return element(
    "div", {},
    group({ title: "Sheaf" }, health.element),
    group({ title: say("For programs") }, linesOr([
      link(say("Description of the API (OpenAPI)"), "/api/v1/openapi.json"), link(say("Health"), "/healthz"), link(say("Metrics"), "/metrics"),
    ], "")),
    group({ title: say("Licences"), note: say("Sheaf itself: Apache License 2.0. It is built upon:") }, linesOr(libraries, "")),
  );
}

/**
 * @param {string} title
 * @param {string} href
 */
function link(title, href) {
  return line({ title: element("a", { class: "settings-outward", href, target: "_blank", rel: "noopener" }, title), note: href });
}

/** @param {Health} health */
function drawHealth({ status, version, workers, index, converters }) {
  const missing = Object.entries(converters).filter(([, isThere]) => !isThere).map(([name]) => name);
  const faults = [workers.reason, index.reason].filter((reason) => typeof reason === "string" && reason !== "");
  return [linesOr([
    line({ title: say("Version"), note: version }),
    line({ title: say("Health"), note: status === "ok" ? say("Everything works.") : faults.join(" ") || say("Something does not work; the server's log says what.") }),
    line({ title: say("Programs that draw pages"), note: `${workers.alive}` }),
    ...(missing.length ? [line({
      title: say("Programs that are missing"), note: say("{names}: kinds of files that need them have no pages. “make extras” installs them.", { names: missing.join(", ") }),
    })] : []),
  ], "")];
}
