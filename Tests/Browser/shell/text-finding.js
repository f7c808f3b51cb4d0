/** Finds texts in the sources of the app: those that are said too early, and those that are not said. Pure. */

/** A token of a source, with the line on which it begins. @typedef {{kind: "word" | "string" | "sign", text: string, line: number}} Token */

const SPACE = /(?:\s|\/\/.*|\/\*[\s\S]*?\*\/)+/y;
const STRING = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/y;
const WORD = /[\w$#]+/y;
const PATTERN = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*/y;
const SIGN = /=>|===|!==|[\s\S]/y;
/** A part of a template, to its end or to the next value in it. */
const TEMPLATE = /(?:[^\\`$]|\\[\s\S]|\$(?!\{))*(?:`|\$\{|$)/y;

/**
 * A source as a list of tokens, without comments. The values in a template are tokens like all others.
 * @param {string} source
 * @returns {Token[]}
 */
function tokensOf(source) {
  /** @type {Token[]} */
  const tokens = [];
  /** Braces that are open within the values of templates. @type {number[]} */
  const values = [];
  let [at, line] = [0, 1];
  const match = (/** @type {RegExp} */ expression, from = at) => {
    expression.lastIndex = from;
    return expression.exec(source)?.[0] ?? null;
  };
  const take = (/** @type {Token["kind"] | null} */ kind, /** @type {string} */ text) => {
    if (kind) tokens.push({ kind, text, line });
    line += text.split("\n").length - 1;
    at += text.length;
  };
  const takeTemplate = () => {
    const text = source[at] + match(TEMPLATE, at + 1);
    if (text.endsWith("${")) values.push(0);
    take("sign", text);
  };
  while (at < source.length) {
    const [space, string, word] = [match(SPACE), match(STRING), match(WORD)];
    if (space) take(null, space);
    else if (string) take("string", string);
    else if (word) take("word", word);
    else if (source[at] === "/" && !isValue(tokens.at(-1)) && match(PATTERN)) take("word", match(PATTERN) ?? "");
    else if (source[at] === "`") takeTemplate();
    else if (source[at] === "}" && values.at(-1) === 0) values.pop(), takeTemplate();
    else {
      const sign = match(SIGN) ?? "";
      if (values.length && "{}".includes(sign)) values[values.length - 1] += sign === "{" ? 1 : -1;
      take("sign", sign);
    }
  }
  return tokens;
}

/**
 * Whether a token ends a value, so that a slash behind it divides.
 * @param {Token | undefined} token
 */
function isValue(token) {
  if (!token) return false;
  return token.kind === "sign" ? /[)\]}`]$/.test(token.text) : !["return", "typeof", "of", "in"].includes(token.text);
}

/**
 * Lines on which a text is said while the module is loaded: outside of functions, methods and fields of instances.
 * @param {string} source
 */
export function saidAtLoad(source) {
  const tokens = tokensOf(source);
  /** Open brackets, each with whether it holds what runs later. @type {("now" | "later" | "class")[]} */
  const open = [];
  /** Depths at which an arrow's expression or a field of an instance goes on. @type {number[]} */
  const going = [];
  const lines = [];
  let isClass = false;
  tokens.forEach(({ kind, text, line }, index) => {
    const before = tokens[index - 1]?.text;
    if (text === "class") isClass = true;
    if (kind === "word" && open.at(-1) === "class" && [";", "{", "}"].includes(before?.at(-1) ?? "") && text !== "static") going.push(open.length);
    if (text === "=>" || text === "function") going.push(open.length);
    if ("([{".includes(text) || text.endsWith("${")) {
      open.push(text === "{" && isClass ? "class" : going.length ? "later" : "now");
      if (text === "{") isClass = false;
    } else if (")]}".includes(text[0] ?? "")) {
      const closed = open.pop();
      while (going.length && (going.at(-1) ?? 0) > open.length) going.pop();
      // A body ends what goes on; parameters do not.
      if (text[0] === "}" && closed === "later" && going.at(-1) === open.length && !text.endsWith("${")) going.pop();
      if (text.endsWith("${")) open.push(going.length ? "later" : "now");
    } else if ((text === "," || text === ";") && going.at(-1) === open.length) going.pop();
    if (/^(?:say|sayCount)$/.test(text) && tokens[index + 1]?.text === "(" && before !== "function" && going.length === 0) lines.push(line);
  });
  return lines;
}

/** Visible texts stand in these attributes and properties, or is a child of an element. */
const SEEN = new Set(["label", "title", "text", "note", "placeholder", "hint", "alt", "aria-label", "aria-description", "aria-roledescription", "textContent"]);

/** Functions that show or say what they are given. */
const TELLING = new Set(["announce", "alertUser", "problem", "failed", "openMenu", "working", "partHeading"]);

/** Texts that are the same in every language, or that nobody reads, with the reason. */
const UNSAID = new Map([
  ["Sheaf", "the name of the app"],
  ["SHA-256", "the name of a method"],
  ["ISO", "the name of a scale"],
  ["Inbox", "the path of a folder"],
]);

/**
 * Bare texts: strings with a capital and a letter after it as values of {@link SEEN}, or as children of elements. A choice of two
 * (`a ? "One" : "Other"`) and what stands for nothing (`a ?? "None"`) count, too.
 * @param {string} source
 */
export function bareTexts(source) {
  const tokens = tokensOf(source);
  /** Calls and other brackets that are open, each with the number of its argument. @type {{call: string, argument: number}[]} */
  const open = [];
  const found = [];
  // The property whose value is being read, by depth; "" for none.
  /** @type {string[]} */
  const names = [""];
  tokens.forEach(({ kind, text, line }, index) => {
    const before = tokens[index - 1];
    const after = tokens[index + 1]?.text;
    if ("([{".includes(text[0] ?? "") && kind === "sign") {
      open.push({ call: text === "(" && before?.kind === "word" ? before.text : "", argument: 0 });
      // A text in brackets belongs to the property, too.
      names.push(text === "(" && before?.kind === "sign" ? names.at(-1) ?? "" : "");
    } else if (kind === "sign" && ")]}".includes(text[0] ?? "")) open.pop(), names.pop();
    else if (text === ",") {
      names[names.length - 1] = "";
      const call = open.at(-1);
      if (call) call.argument += 1;
    } else if (text === ";") names[names.length - 1] = "";
    if (after === ":" && (kind === "string" || kind === "word") && before?.text !== "?" && SEEN.has(text.replace(/"/g, "")) && "{,".includes(before?.text ?? "")) {
      names[names.length - 1] = text.replace(/"/g, "");
    }
    if (after === "=" && before?.text === "." && SEEN.has(text)) names[names.length - 1] = text;
    if (!/^"“?[A-Z][A-Za-z]|^`“?[A-Z][a-z]+ /.test(text) || UNSAID.has(text.slice(1, -1))) return;
    // A comparison reads no text, and a name is none.
    if (after === ":" && tokens[index - 1]?.text !== "?" || /^[!=]==$/.test(before?.text ?? "") || /^[!=]==$/.test(after ?? "")) return;
    const call = open.at(-1);
    const isTold = TELLING.has(call?.call ?? "") || (call?.call === "element" && call.argument >= 2);
    if (isTold || names.at(-1)) found.push(`${line}: ${text}`);
  });
  return found;
}
