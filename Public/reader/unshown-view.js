/** A document of which nothing can be shown: why, and what can be done; where it is locked, the field for its password. */

import { ApiProblem } from "../api/api-problem.js";
import { whyRefused } from "../api/refusals.js";
import { reasonFor } from "../api/reasons.js";
import { sizeInWords } from "../api/words.js";
import { button, element } from "../shell/element.js";
import { noticeView } from "../shell/notice-view.js";
import { say } from "../shell/texts.js";

/** @typedef {import("../api/api.js").Document} Document */

/**
 * @typedef {object} UnshownParts
 * @property {Document} document
 * @property {import("../api/api.js").Preview} preview
 * @property {import("../api/type-tree.js").TypeTree} types
 * @property {import("./read-content.js").ReadContent} content
 * @property {Pick<import("../api/api.js").Api, "unlock">} api
 * @property {() => Promise<unknown>} load reads the document anew
 */

/**
 * @param {UnshownParts} parts
 * @param {AbortSignal} signal
 */
export function unshownView(parts, signal) {
  const { document, preview, types, content } = parts;
  const reason = reasonFor(preview.reason?.code ?? "not-showable", preview.reason?.detail ?? "");
  const notice = {
    icon: reason.icon === "document" ? types.iconOf(document) : reason.icon, title: reason.title, text: reason.text,
    facts: `${types.nameOf(document)} · ${sizeInWords(document.size)}`, download: content.download(document),
    again: reason.again ? () => void tryAgain(parts) : null,
  };
  const isLocked = preview.reason?.code === "password-required" && content.live && types.conforms(document.type, "com.adobe.pdf");
  if (!isLocked) return noticeView(notice, signal);
  const text = say("Its password is kept in memory for a while and never stored; it is asked for again later.");
  return unlockView({ ...notice, text }, (password) => unlock(parts, password), signal);
}

/** @param {UnshownParts} parts */
async function tryAgain({ document, preview, content, load }) {
  // Where releasing fails, so does loading, which says why.
  if (preview.reason?.code === "quarantined") await content.release(document).catch(() => {});
  await load();
}

/**
 * @param {UnshownParts} parts
 * @param {string} password
 * @returns {Promise<string | null>} why it does not open; null where it does
 */
async function unlock({ document, api, load }, password) {
  try {
    await api.unlock(document.id, password);
  } catch (error) {
    const problem = ApiProblem.from(error);
    return problem.code === "password-required" ? say("That password does not open it. Try again.") : whyRefused(problem);
  }
  await load();
  return null;
}

/**
 * @param {import("../shell/notice-view.js").Notice} notice why it is not shown
 * @param {(password: string) => Promise<string | null>} unlock why it does not open; null where it does
 * @param {AbortSignal} signal
 */
function unlockView(notice, unlock, signal) {
  const field = element("input", {
    "class": "unlock-field", "type": "password", "autocomplete": "off", "required": true, "maxlength": 1024,
    "aria-label": say("Password"), "placeholder": say("Password"), "aria-describedby": "unlock-problem",
  });
  const problem = element("p", { "class": "unlock-problem", "id": "unlock-problem", "role": "alert" });
  const open = button({ label: say("Open"), text: true, class: "primary" }, () => {}, signal);
  open.type = "submit";
  const form = element("form", { class: "unlock-form" }, field, open);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    open.disabled = true;
    problem.textContent = "";
    const reason = await unlock(field.value);
    if (signal.aborted || reason === null) return;
    open.disabled = false;
    problem.textContent = reason;
    field.select();
  }, { signal });
  const view = noticeView(notice, signal);
  view.querySelector(".notice-actions")?.before(form, problem);
  view.addEventListener("focus", () => field.focus({ preventScroll: true }), { signal });
  return view;
}
