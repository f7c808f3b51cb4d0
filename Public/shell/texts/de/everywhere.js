/** Words of several screens, signing in, and addresses with nothing, in German. */

/** @type {import("../../texts.js").Texts} */
export const EVERYWHERE = Object.freeze({
  // Words of several screens.
  "or": "oder",
  "nothing": "nichts",
  "On": "An",
  "Off": "Aus",
  "Undo": "Rückgängig",
  "Cancel": "Abbrechen",
  "Close": "Schließen",
  "Done": "Fertig",
  "Copy": "Kopieren",
  "Remove": "Entfernen",
  "Clear": "Leeren",
  "Stop": "Anhalten",
  "Dismiss": "Verwerfen",
  "Select": "Auswählen",
  "Select {name}": "{name} auswählen",
  "Restore": "Wiederherstellen",
  "More": "Mehr",
  "Open": "Öffnen",
  "Open in…": "Öffnen mit …",
  "Name": "Name",
  "A name is needed.": "Ein Name fehlt.",
  "One moment…": "Einen Moment …",
  "Try again": "Noch einmal versuchen",
  "Try again in a moment.": "Versuchen Sie es gleich noch einmal.",
  "Try now": "Jetzt versuchen",
  "Nothing is lost.": "Nichts ist verloren.",
  "Yesterday": "Gestern",
  "Goes soon": "Wird bald entfernt",
  "{n} bytes": { one: "{n} Byte", other: "{n} Byte" },
  "{n} documents": { one: "{n} Dokument", other: "{n} Dokumente" },
  "{n} days left": { one: "Noch {n} Tag", other: "Noch {n} Tage" },

  // Signing in, and addresses with nothing.
  "Go to the library": "Zur Bibliothek",
  "There is nothing at this address": "Unter dieser Adresse ist nichts",
  "It may be misspelt, or not complete. Your documents are where they were.":
    "Vielleicht ist sie falsch geschrieben oder unvollständig. Ihre Dokumente sind, wo sie waren.",
  "Sheaf printed a sign-in link in the terminal where it was started. Open that link in this browser.":
    "Sheaf hat im Terminal, in dem es gestartet wurde, einen Link zum Anmelden ausgegeben. Öffnen Sie ihn in diesem Browser.",
  "This link or code opens nothing: it was used already, is too old, or was mistyped. After many tries, wait a minute.":
    "Dieser Link oder Code öffnet nichts: Er wurde schon benutzt, ist zu alt oder falsch getippt. Warten Sie nach vielen Versuchen eine Minute.",
  "Sign in to Sheaf": "Bei Sheaf anmelden",
  "The link works once. For a new one, run this where Sheaf runs:":
    "Der Link gilt einmal. Einen neuen gibt dieser Befehl aus, dort, wo Sheaf läuft:",
  "I have signed in": "Ich bin angemeldet",
  "Or type the code that another device shows under Settings, Add a device:":
    "Oder tippen Sie den Code ein, den ein anderes Gerät unter Einstellungen, Gerät hinzufügen zeigt:",
  "Sign in": "Anmelden",
  "Its pages are being prepared.": "Die Seiten werden vorbereitet.",
  "Back to the library": "Zurück zur Bibliothek",
  "The document is being opened": "Das Dokument wird geöffnet",
  "The connection is lost. Sheaf keeps trying; nothing you see is lost.":
    "Die Verbindung ist unterbrochen. Sheaf versucht es weiter; nichts, was Sie sehen, ist verloren.",
  "The connection is lost. Trying again.": "Die Verbindung ist unterbrochen. Sheaf versucht es weiter.",
  "The connection is back.": "Die Verbindung ist wieder da.",
});
