/** The metadata of a document as sections of rows for people. Pure. */

import { say, text } from "../../shell/texts.js";
import { encodingFault, languageInWords, numberInWords, sizeInWords } from "../../api/words.js";

/**
 * The answer of `GET …/metadata`.
 * @typedef {object} Description
 * @property {string} typeName
 * @property {number} size
 * @property {Readonly<Record<string, string>>} fields
 * @property {number} [pageCount]
 * @property {"points" | "pixels"} [unit]
 * @property {readonly {width: number, height: number, count: number}[]} [pageFormats]
 * @property {readonly {name: string, description?: string, size?: number}[]} [attachments]
 * @property {readonly {name: string, kind: string, value?: string, page: number}[]} [formFields]
 * @property {readonly {name: string, format: string, isEmbedded: boolean}[]} [fonts]
 * @property {{values: Readonly<Record<string, string>>, latitude?: number, longitude?: number}} [camera]
 * @property {{duration: number | null, container: string, bitRate?: number, tracks: readonly MediaTrack[],
 *   chapters?: readonly {title: string, start: number}[]}} [media]
 * @property {{encoding: string | null, confidence: number}} [text]
 * @property {{code: string, detail: string}} [reason]
 */

/**
 * @typedef {{index: number, kind: string, codec: string, language?: string, title?: string, width?: number, height?: number,
 *   frameRate?: number, channels?: number, sampleRate?: number}} MediaTrack
 */

/**
 * @typedef {object} Row
 * @property {string} label
 * @property {string} value
 * @property {string} [link] a download
 */

/** @typedef {{title: string, rows: Row[], long?: boolean}} Section `long` is folded at first */

const FIELDS = Object.freeze({
  title: text("Title"), from: text("From"), to: text("To"), cc: text("Cc"), author: text("Author"), artist: text("Artist"), album: text("Album"), subject: text("Subject"),
  keywords: text("Keywords"), comment: text("Comment"), publisher: text("Publisher"), language: text("Language"), genre: text("Genre"), date: text("Date"),
  created: text("Created"), modified: text("Changed"), lastAuthor: text("Changed by"), creator: text("Made with"), producer: text("Converted by"),
  version: text("PDF version"), colours: text("Colours"), depth: text("Bits per sample"), resolution: text("Pixels per inch"), frames: text("Frames"), duration: text("Length (s)"), format: text("Format"), files: text("Files"), contentBytes: text("Size of files"),
  trackers: text("Trackers"), issuer: text("Issued by"), names: text("Names"), validFrom: text("Valid from"), validUntil: text("Valid until"), key: text("Key"),
  signature: text("Signature"), serial: text("Serial number"), fingerprint: "SHA-256", entries: text("Entries"),
});

const CAMERA = Object.freeze({
  Make: text("Maker"), Model: text("Camera"), LensModel: text("Lens"), DateTimeOriginal: text("Taken"), ExposureTime: text("Exposure"), FNumber: text("Aperture"),
  ISOSpeedRatings: "ISO", PhotographicSensitivity: "ISO", FocalLength: text("Focal length"), Flash: text("Flash"), Copyright: text("Copyright"),
});

/** Colours of a picture in the server's words; the others have one name in all languages. */
const COLOURS = Object.freeze([
  text("Grey"), text("Black and white"), text("Palette"), text("RGB with transparency"), text("Grey with transparency"), text("CMYK with transparency"),
]);

/** Paper by its size in points, upright. */
const PAPERS = Object.freeze([
  { name: "A3", width: 842, height: 1191 }, { name: "A4", width: 595, height: 842 }, { name: "A5", width: 420, height: 595 },
  { name: text("Letter"), width: 612, height: 792 }, { name: text("Legal"), width: 612, height: 1008 },
]);

/** A list of more chapters is folded at first. */
const MOST_CHAPTERS = 12;

/** Fields of a form, by their kind. */
const FORM_KINDS = Object.freeze({ text: text("Text field"), choice: text("Choice"), button: text("Button"), signature: text("Signature") });

/** Characters that turn the direction of reading, so that `gpj.exe` reads as `exe.jpg`. */
const DIRECTIONS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

const KINDS = Object.freeze({ video: text("Picture"), audio: text("Sound"), subtitles: text("Subtitles"), cover: text("Cover") });

/**
 * @param {Description} found
 * @param {{attachment: (number: number) => string, date: (moment: string) => string, time: (seconds: number) => string}} show
 * @returns {Section[]}
 */
export function metadataSections(found, show) {
  return [
    { title: say("File"), rows: [row(say("Kind"), kindInWords(found.typeName)), row(say("Size"), sizeInWords(found.size)), ...encoding(found)] },
    { title: say("Document"), rows: named(FIELDS, worded(found.fields, show.date)) },
    { title: say("Pages"), rows: pages(found) },
    { title: say("Tracks"), rows: media(found, show.time) },
    chapters(found, show.time),
    { title: say("Camera"), rows: camera(found, show.date) },
    { title: say("Attachments"), rows: attachments(found, show.attachment) },
    { title: say("Form"), rows: (found.formFields ?? []).map(formField), long: true },
    { title: say("Fonts"), rows: (found.fonts ?? []).map(({ name, format, isEmbedded }) => row(name || say("Unnamed"), isEmbedded ? format : say("{format}, not embedded", { format }))), long: true },
  ].filter(({ rows }) => rows.length > 0);
}

/**
 * The size of a page in words: a paper's name, or millimetres; pixels where it is one of an image.
 * @param {{width: number, height: number}} size
 * @param {"points" | "pixels"} unit
 */
export function pageSizeInWords({ width, height }, unit) {
  if (unit === "pixels") return `${width} × ${height} px`;
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const paper = PAPERS.find((one) => Math.abs(one.width - short) < 2 && Math.abs(one.height - long) < 2);
  const inches = 25.4 / 72;
  const measured = `${Math.round(width * inches)} × ${Math.round(height * inches)} mm`;
  return paper ? `${width > height ? say("{paper} across", { paper: say(paper.name) }) : say(paper.name)}, ${measured}` : measured;
}

/**
 * @param {string} label
 * @param {string} value
 * @returns {Row}
 */
function row(label, value) {
  return { label, value };
}

/**
 * @param {Readonly<Record<string, string>>} names
 * @param {Readonly<Record<string, string>>} values
 */
function named(names, values) {
  return Object.entries(names).filter(([name]) => values[name]).map(([name, label]) => row(say(label), values[name] ?? ""));
}

/**
 * @param {Readonly<Record<string, string>>} fields
 * @param {(moment: string) => string} date
 */
function worded(fields, date) {
  // A film has a year for a date, a message a moment.
  const isDate = (/** @type {string} */ name, /** @type {string} */ value) =>
    ["created", "modified", "validFrom", "validUntil"].includes(name) || (name === "date" && value.includes("T"));
  const inWords = (/** @type {string} */ name, /** @type {string} */ value) => {
    if (name === "language") return value.split(", ").map((tag) => languageInWords(tag)).join(", ");
    if (name === "colours") return COLOURS.includes(value) ? say(value) : value;
    if (name === "contentBytes" && Number.isFinite(Number(value))) return sizeInWords(Number(value));
    return isDate(name, value) ? date(value) : value;
  };
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, inWords(name, value)]));
}

/** @param {Description} found */
function encoding({ text }) {
  if (!text) return [];
  const fault = encodingFault(text);
  return [row(say("Encoding"), text.encoding ?? say("Not known")), ...(fault ? [row(say("Characters"), fault)] : [])];
}

/** @param {Description} found */
function pages({ pageCount, pageFormats = [], unit = "points" }) {
  if (!pageCount) return [];
  const [first, ...rest] = pageFormats;
  if (!first) return [row(say("Pages"), numberInWords(pageCount))];
  if (pageCount === 1) return [row(say("Size of the page"), pageSizeInWords(first, unit))];
  const sizes = rest.length ? pageFormats.slice(0, 5).map((format) => row(`${numberInWords(format.count)} ×`, pageSizeInWords(format, unit))) : [];
  return [row(say("Pages"), numberInWords(pageCount)), ...(rest.length ? sizes : [row(say("Size"), pageSizeInWords(first, unit))])];
}

/**
 * @param {Description} found
 * @param {(seconds: number) => string} time
 */
function media({ media }, time) {
  if (!media) return [];
  const length = media.duration === null ? [] : [row(say("Length"), time(media.duration))];
  const rate = media.bitRate ? [row(say("Rate"), `${Math.round(media.bitRate / 1000)} kbit/s`)] : [];
  return [...length, ...media.tracks.map((track) => row(trackKind(track.kind), trackInWords(track))), ...rate];
}

/**
 * @param {Description} found
 * @param {(seconds: number) => string} time
 * @returns {Section}
 */
function chapters({ media }, time) {
  const rows = (media?.chapters ?? []).map(({ title, start }, index) => row(title || say("Chapter {number}", { number: numberInWords(index + 1) }), time(start)));
  return { title: say("Chapters"), rows, long: rows.length > MOST_CHAPTERS };
}

/** @param {string} kind */
function trackKind(kind) {
  return /** @type {Readonly<Record<string, string>>} */ (KINDS)[kind] ? say(/** @type {Readonly<Record<string, string>>} */ (KINDS)[kind] ?? "") : kind;
}

/** @param {MediaTrack} track */
function trackInWords({ codec, width, height, frameRate, channels, sampleRate, language, title }) {
  return [
    title, language ? languageInWords(language) : null, codec, width && height ? `${width} × ${height}` : null, frameRate ? `${frameRate} fps` : null,
    sampleRate ? `${sampleRate / 1000} kHz` : null, channels === 1 ? say("mono") : channels === 2 ? say("stereo") : channels ? say("{channels} channels", { channels }) : null,
  ].filter(Boolean).join(", ");
}

/**
 * @param {Description} found
 * @param {(moment: string) => string} date
 */
function camera({ camera }, date) {
  if (!camera) return [];
  const { latitude, longitude, values } = camera;
  const hasPlace = latitude !== undefined && longitude !== undefined;
  // A camera writes its own time, "2024:05:01 10:00:00", without a zone.
  const taken = values.DateTimeOriginal?.replace(/^(\d{4}):(\d\d):(\d\d) (?=\d\d:\d\d)/, "$1-$2-$3T");
  const shown = taken?.includes("T") ? { ...values, DateTimeOriginal: date(taken) } : values;
  return [...named(CAMERA, shown), ...(hasPlace ? [row(say("Place"), `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`)] : [])];
}

/** @param {NonNullable<Description["formFields"]>[number]} field */
function formField({ name, kind, value, page }) {
  const words = say(Object.entries(FORM_KINDS).find(([one]) => one === kind)?.[1] ?? kind);
  return row(name || words, value ?? say("{kind}, page {page}", { kind: words, page: numberInWords(page) }));
}

/**
 * @param {Description} found
 * @param {(number: number) => string} address
 */
function attachments({ attachments = [] }, address) {
  return attachments.map(({ name, size }, number) => ({ label: name.replace(DIRECTIONS, ""), value: size === undefined ? "" : sizeInWords(size), link: address(number) }));
}

/**
 * A type that nothing declares is called by its extension: "xyz file". Declared names begin with a capital.
 * @param {string} name in English, as the server says it
 */
function kindInWords(name) {
  const extension = /^([a-z0-9]{1,20}) file$/.exec(name)?.[1];
  return extension ? say("{extension} file", { extension: extension.toUpperCase() }) : say(name);
}
