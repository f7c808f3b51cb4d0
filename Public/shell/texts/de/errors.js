/** Reasons in German. */

/** @type {import("../../texts.js").Texts} */
export const ERRORS = Object.freeze({
  "Load anew": "Neu laden",
  "A part of the app could not be fetched.": "Ein Teil des Programms konnte nicht geholt werden.",
  "The file itself is kept just as it came.": "Die Datei selbst ist aufbewahrt, wie sie kam.",
  "This document is locked with a password": "Dieses Dokument ist mit einem Passwort gesperrt",
  "Its pages cannot be shown without it. The file itself is kept just as it came. Download it and open it with the password.":
    "Ohne es sind die Seiten nicht zu sehen. Die Datei selbst ist aufbewahrt, wie sie kam. Laden Sie sie herunter und öffnen Sie sie mit dem Passwort.",
  "This file seems to be damaged": "Diese Datei scheint beschädigt zu sein",
  "Its pages could not be read. The file itself is kept just as it came. Download it to try another program, or add it once more.":
    "Die Seiten konnten nicht gelesen werden. Die Datei selbst ist aufbewahrt, wie sie kam. Laden Sie sie für ein anderes Programm herunter oder fügen Sie sie noch einmal hinzu.",
  "There is no preview for this kind of file": "Für diese Art von Datei gibt es keine Vorschau",
  "The file itself is kept just as it came. Download it to open it with a program of your own.":
    "Die Datei selbst ist aufbewahrt, wie sie kam. Laden Sie sie herunter, um sie mit einem eigenen Programm zu öffnen.",
  "This browser cannot play this file": "Dieser Browser kann diese Datei nicht abspielen",
  "Nothing on the server can convert it either. The file itself is kept just as it came. Download it to play it with a program of your own.":
    "Auch der Server kann sie nicht umwandeln. Die Datei selbst ist aufbewahrt, wie sie kam. Laden Sie sie herunter, um sie mit einem eigenen Programm abzuspielen.",
  "A program is missing that shows this kind of file": "Ein Programm fehlt, das diese Art von Datei zeigt",
  "This document is too large to be shown": "Dieses Dokument ist zu groß, um gezeigt zu werden",
  "This document takes too long to draw": "Das Zeichnen dieses Dokuments dauert zu lange",
  "Drawing it was stopped so that everything else stays quick. The file itself is kept just as it came. Try again, or download it.":
    "Das Zeichnen wurde angehalten, damit alles andere schnell bleibt. Die Datei selbst ist aufbewahrt, wie sie kam. Versuchen Sie es noch einmal oder laden Sie sie herunter.",
  "This document needs too much memory to draw": "Das Zeichnen dieses Dokuments braucht zu viel Speicher",
  "Drawing it was stopped so that everything else keeps working. The file itself is kept just as it came. Download it instead.":
    "Das Zeichnen wurde angehalten, damit alles andere weiterläuft. Die Datei selbst ist aufbewahrt, wie sie kam. Laden Sie sie stattdessen herunter.",
  "Drawing this document failed": "Das Zeichnen dieses Dokuments ist misslungen",
  "Something in it stopped the renderer. The file itself is kept just as it came. Try again, or download it.":
    "Etwas darin hat den Zeichner angehalten. Die Datei selbst ist aufbewahrt, wie sie kam. Versuchen Sie es noch einmal oder laden Sie sie herunter.",
  "This document is no longer drawn": "Dieses Dokument wird nicht mehr gezeichnet",
  "Drawing it failed more than once, so Sheaf no longer tries by itself. The file itself is kept just as it came. Try again, or download it with care.":
    "Das Zeichnen ist mehr als einmal misslungen, darum versucht Sheaf es nicht mehr von selbst. Die Datei selbst ist aufbewahrt, wie sie kam. Versuchen Sie es noch einmal oder laden Sie sie mit Vorsicht herunter.",
  "Sheaf is busy": "Sheaf ist beschäftigt",
  "Much is being drawn at this moment. Nothing is lost. Try again in a moment.":
    "Gerade wird viel gezeichnet. Nichts ist verloren. Versuchen Sie es gleich noch einmal.",
  "This document is not here": "Dieses Dokument ist nicht hier",
  "It may have been deleted, or its address is not complete. Look in the library or in the Trash.":
    "Vielleicht ist es gelöscht, oder die Adresse ist unvollständig. Sehen Sie in der Bibliothek oder im Papierkorb nach.",
  "This version is not kept": "Diese Version ist nicht aufbewahrt",
  "Its content was overwritten on the disk before Sheaf could keep it. What the document is now is safe, and so are the other versions.":
    "Ihr Inhalt wurde auf dem Datenträger überschrieben, bevor Sheaf ihn sichern konnte. Das Dokument, wie es jetzt ist, und die anderen Versionen sind sicher.",
  "This version is not here any more": "Diese Version gibt es nicht mehr",
  "Old versions are let go of after a time, or its address is not complete. What the document is now is safe.":
    "Alte Versionen werden nach einiger Zeit gelöscht, oder die Adresse ist unvollständig. Das Dokument, wie es jetzt ist, ist sicher.",
  "These two cannot be laid side by side": "Diese beiden lassen sich nicht nebeneinanderlegen",
  "They are of different kinds, or of a kind without text and pages. Each of them can be looked at by itself.":
    "Sie sind verschiedener Art oder haben weder Text noch Seiten. Jedes kann für sich angesehen werden.",
  "Both are the same version": "Beide sind dieselbe Version",
  "Choose another version above to see what changed between them.": "Wählen Sie oben eine andere Version, um die Änderungen zu sehen.",
  "The connection to the server is lost. Your documents are safe there. Try again when it is back.":
    "Die Verbindung zum Server ist unterbrochen. Ihre Dokumente sind dort sicher. Versuchen Sie es wieder, wenn sie zurück ist.",
  "Try again, or download it.": "Versuchen Sie es noch einmal oder laden Sie es herunter.",
  "Download it instead.": "Laden Sie es stattdessen herunter.",
  "This document cannot be shown": "Dieses Dokument kann nicht gezeigt werden",
  "{extension} file": "{extension}-Datei",
  "The connection was lost. Try again when it is back.": "Die Verbindung ist abgerissen. Versuchen Sie es wieder, wenn sie zurück ist.",
  "You are signed out. Sign in and try again.": "Sie sind abgemeldet. Melden Sie sich an und versuchen Sie es noch einmal.",
  "It is larger than this server takes.": "Sie ist größer, als dieser Server annimmt.",
  "The server's disk is full. Make room and try again.":
    "Der Datenträger des Servers ist voll. Schaffen Sie Platz und versuchen Sie es noch einmal.",
  "The server's disk is nearly full. Make room on it and try again.":
    "Der Datenträger des Servers ist fast voll. Schaffen Sie Platz und versuchen Sie es noch einmal.",
  "The workspace cannot be written at the moment. Try again later.":
    "Der Arbeitsbereich kann gerade nicht beschrieben werden. Versuchen Sie es später noch einmal.",
  "The server could not store it. Try again.": "Der Server konnte sie nicht speichern. Versuchen Sie es noch einmal.",
  "Its name is not allowed. Rename it and add it again.":
    "Ihr Name ist nicht erlaubt. Benennen Sie sie um und fügen Sie sie noch einmal hinzu.",
  "It changed while it was being sent. Try again.": "Sie hat sich während des Sendens geändert. Versuchen Sie es noch einmal.",
  "It is a package that was packed by something else. Unpack it, and put the folder into Documents.":
    "Das ist ein Paket, das ein anderes Programm gepackt hat. Packen Sie es aus und legen Sie den Ordner in die Dokumente.",
  "It was changed, moved or removed on this device. Add it again.":
    "Sie wurde auf diesem Gerät geändert, verschoben oder entfernt. Fügen Sie sie noch einmal hinzu.",
  "It is larger than {size}, the most that this server takes.": "Sie ist größer als {size}; mehr nimmt dieser Server nicht an.",
  "Try again.": "Versuchen Sie es noch einmal.",
  "The encoding of this text is not known. Some characters may be wrong.":
    "Die Kodierung dieses Textes ist nicht bekannt. Manche Zeichen können falsch sein.",
  "Some bytes of this text are no characters. They are shown as �.": "Manche Bytes dieses Textes sind keine Zeichen. Sie erscheinen als �.",
});
