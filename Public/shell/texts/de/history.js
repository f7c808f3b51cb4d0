/** Versions and their comparison in German. */

/** @type {import("../../texts.js").Texts} */
export const HISTORY = Object.freeze({
  "Flick": "Umschalten",
  "Nothing changed: both are the same, byte by byte.": "Nichts geändert: Beide sind gleich, Byte für Byte.",
  "No line changed, only what is not seen: the file's encoding, or what ends its lines.":
    "Keine Zeile geändert, nur Unsichtbares: die Kodierung der Datei oder ihre Zeilenenden.",
  "There is more than is shown here; download both to see all of it.":
    "Es ist mehr, als hier gezeigt wird; laden Sie beide herunter, um alles zu sehen.",
  "{n} lines went": { one: "{n} Zeile ging", other: "{n} Zeilen gingen" },
  "{n} lines came": { one: "{n} Zeile kam", other: "{n} Zeilen kamen" },
  "Show": "Zeigen",
  "What changed since version {number}": "Änderungen seit Version {number}",
  "Close versions": "Versionen schließen",
  "Older versions": "Ältere Versionen",
  "More for version {number}": "Mehr zu Version {number}",
  "The versions could not be listed. They are safe on the server.":
    "Die Versionen konnten nicht gelesen werden. Auf dem Server sind sie sicher.",
  "Looking for versions…": "Versionen werden gesucht …",
  "Each change makes a version, and none has been made since.": "Jede Änderung macht eine Version, und seither gab es keine.",
  "Changes": "Änderungen",
  "Side by side": "Nebeneinander",
  "What went is red, what came is green": "Was ging, ist rot, was kam, ist grün",
  "Next change": "Nächste Änderung",
  "How to compare": "Wie verglichen wird",
  "Comparison": "Vergleich",
  "Looking at page {page}…": "Seite {page} wird angesehen …",
  "Nothing changed on the pages after this one": "Auf den Seiten danach hat sich nichts geändert",
  "Nothing changed on the pages before this one": "Auf den Seiten davor hat sich nichts geändert",
  "The next change could not be looked for. Try again in a moment.":
    "Die nächste Änderung konnte nicht gesucht werden. Versuchen Sie es gleich noch einmal.",
  "{name} has no page {page}": "{name} hat keine Seite {page}",
  "{where}: nothing changed": "{where}: nichts geändert",
  "{where}: something changed": "{where}: etwas geändert",
  "{where}: one place changed": "{where}: eine Stelle geändert",
  "{where}: {places} places changed": "{where}: {places} Stellen geändert",
  "Went:": "Ging:",
  "Came:": "Kam:",
  "Show more": "Mehr zeigen",
  "What changed": "Änderungen",
  "Previous change": "Vorige Änderung",
  "Change {number}. {text}": "Änderung {number}. {text}",
  "One line is the same": "Eine Zeile ist gleich",
  "{count} lines are the same": "{count} Zeilen sind gleich",
  "no line feed at the end": "kein Zeilenende am Schluss",
  "Compare with": "Vergleichen mit",
  "Download this version": "Diese Version herunterladen",
  "Older version": "Ältere Version",
  "Newer version": "Neuere Version",
  "Compare": "Vergleichen",
  "End comparison": "Vergleich beenden",
  "Back to now": "Zurück zu jetzt",
  "Version {number} compared with": "Version {number} verglichen mit",
  "Version {number}, {date}": "Version {number}, {date}",
  "what it is now": "dem jetzigen Stand",
  "{stem} (version {number}){extension}": "{stem} (Version {number}){extension}",
  "Nothing was restored, because your last changes are not saved yet.":
    "Nichts wurde wiederhergestellt, weil Ihre letzten Änderungen noch nicht gesichert sind.",
  "The document is what version {number} was already.": "Das Dokument entspricht schon Version {number}.",
  "from the drop folder": "aus dem überwachten Ordner",
  "changed on the disk": "auf dem Datenträger geändert",
  "by a command": "durch einen Befehl",
  "came with Sheaf": "kam mit Sheaf",
  "from another app": "aus einem anderen Programm",
  "from the web": "aus dem Web",
  "in the browser": "im Browser",
  "Version {number}, now": "Version {number}, jetzt",
  "Its content was overwritten on the disk before Sheaf could keep it":
    "Ihr Inhalt wurde auf dem Datenträger überschrieben, bevor Sheaf ihn sichern konnte",
  "Brought back": "Zurückgeholt",
  "Brought back from version {number}": "Zurückgeholt aus Version {number}",
  "Version {number} of {count} · {date}": "Version {number} von {count} · {date}",
  "The document was changed a moment ago, so nothing was replaced. Look at what is new, then restore again.":
    "Das Dokument wurde eben geändert, darum wurde nichts ersetzt. Sehen Sie sich das Neue an und stellen Sie dann noch einmal wieder her.",
  "The content of this version is not kept any more. The document is as it was.":
    "Der Inhalt dieser Version ist nicht mehr aufbewahrt. Das Dokument ist wie vorher.",
  "This version was let go of in the meantime. The document is as it was.":
    "Diese Version wurde inzwischen gelöscht. Das Dokument ist wie vorher.",
  "The document is in the Trash. Take it back first.": "Das Dokument ist im Papierkorb. Holen Sie es zuerst zurück.",
  "The server's disk is full. The document is as it was.": "Der Datenträger des Servers ist voll. Das Dokument ist wie vorher.",
  "The server's disk is nearly full. The document is as it was.": "Der Datenträger des Servers ist fast voll. Das Dokument ist wie vorher.",
  "The workspace holds as much as it may. The document is as it was.": "Der Arbeitsbereich ist voll. Das Dokument ist wie vorher.",
  "The workspace cannot be written at the moment. The document is as it was.":
    "Der Arbeitsbereich kann gerade nicht beschrieben werden. Das Dokument ist wie vorher.",
  "What is kept of this version is damaged. The document is as it was.":
    "Was von dieser Version aufbewahrt ist, ist beschädigt. Das Dokument ist wie vorher.",
  "The server cannot be reached. Try again when it is back.":
    "Der Server ist nicht erreichbar. Versuchen Sie es wieder, wenn er zurück ist.",
  "The version could not be restored. The document is as it was; try again in a moment.":
    "Die Version konnte nicht wiederhergestellt werden. Das Dokument ist wie vorher; versuchen Sie es gleich noch einmal.",
});
