/**
 * How the app looks to a person: light or dark, how large, how dense. What was chosen holds over what the system says.
 *
 * Style sheets ask the system (`prefers-color-scheme`). Where a theme was chosen, its answer replaces their conditions, in
 * sheets that come later, too. So each rule for the dark is written once.
 */

const SCHEME = /prefers-color-scheme:\s*(dark|light)/;

/**
 * Conditions that ask for a scheme, and which. Some may have been answered before the app was here (`index.html`).
 * @type {Map<MediaList | HTMLMetaElement, string>}
 */
const conditions = new Map(globalThis.sheafSchemes ?? []);

const system = matchMedia("(prefers-color-scheme: dark)");
const news = new EventTarget();
/** @type {string | null} */
let theme = null;

/** Whether the dark theme is shown, and a listener's end of it, as of a `MediaQueryList`. */
export const darkness = Object.freeze({
  get matches() {
    return theme === "dark" || (theme !== "light" && system.matches);
  },
  /**
   * @param {"change"} type
   * @param {() => void} listener
   * @param {AddEventListenerOptions} options
   */
  addEventListener(type, listener, options) {
    news.addEventListener(type, listener, options);
  },
});

system.addEventListener("change", () => news.dispatchEvent(new Event("change")));

/**
 * Looks as it was chosen.
 * @param {(key: string) => string | null} chosen null where nothing was
 */
export function applyLook(chosen) {
  const { dataset } = document.documentElement;
  dataset["size"] = chosen("look.size") ?? "100";
  dataset["density"] = chosen("look.density") ?? "comfortable";
  const wanted = themeOf(chosen("look.theme"));
  if (wanted === theme) return;
  answerSheets(wanted);
  theme = wanted;
  news.dispatchEvent(new Event("change"));
}

/** @param {string | null} chosen "system" is as good as no choice */
function themeOf(chosen) {
  return chosen === "dark" || chosen === "light" ? chosen : null;
}

/** Answers the style sheets that have come meanwhile. */
export function answerLateSheets() {
  if (theme !== null) answerSheets(theme);
}

/** @param {string | null} wanted */
function answerSheets(wanted) {
  document.documentElement.style.colorScheme = wanted ?? "";
  for (const sheet of document.styleSheets) for (const rule of sheet.cssRules) collect(rule);
  for (const meta of document.querySelectorAll("meta")) collectMeta(meta);
  for (const [condition, scheme] of conditions) {
    const answer = wanted === null ? `(prefers-color-scheme: ${scheme})` : wanted === scheme ? "all" : "not all";
    if (condition instanceof HTMLMetaElement) condition.setAttribute("media", answer);
    else condition.mediaText = answer;
  }
}

/** @param {HTMLMetaElement} meta of the colour of the browser's bars */
function collectMeta(meta) {
  const scheme = SCHEME.exec(meta.getAttribute("media") ?? "")?.[1];
  if (scheme) conditions.set(meta, scheme);
}

/** @param {CSSRule} rule */
function collect(rule) {
  if (!(rule instanceof CSSMediaRule) || conditions.has(rule.media)) return;
  const scheme = SCHEME.exec(rule.media.mediaText)?.[1];
  if (scheme) conditions.set(rule.media, scheme);
}
