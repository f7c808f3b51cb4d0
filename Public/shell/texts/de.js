/** German. A test compares it with the texts of the sources: it has each of them, and no other. */

import { BOARD } from "./de/board.js";
import { DETAILS } from "./de/details.js";
import { ERRORS } from "./de/errors.js";
import { EVERYWHERE } from "./de/everywhere.js";
import { HAND_OVER } from "./de/hand-over.js";
import { HISTORY } from "./de/history.js";
import { KEYS } from "./de/keys.js";
import { LIBRARY } from "./de/library.js";
import { MARKS } from "./de/marks.js";
import { PLACES } from "./de/places.js";
import { READER } from "./de/reader.js";
import { REFUSALS } from "./de/refusals.js";
import { SETTINGS } from "./de/settings.js";
import { TYPES } from "./de/types.js";
import { UPLOADS } from "./de/uploads.js";
import { VIEWERS } from "./de/viewers.js";

/** @type {import("../texts.js").Texts} */
export const TEXTS = Object.freeze({ ...BOARD, ...DETAILS, ...ERRORS, ...EVERYWHERE, ...HAND_OVER, ...HISTORY, ...KEYS, ...LIBRARY, ...MARKS, ...PLACES, ...READER, ...REFUSALS, ...SETTINGS, ...TYPES, ...UPLOADS, ...VIEWERS });
