#pragma once
// LibreOffice in this process, by the interface that LibreOfficeKit offers to programs in C.

/// Answers requests on `socket` until it closes. `folder` has LibreOffice's programs. Returns the exit code.
///
/// A request is a packet with the extension of the document and two descriptors: the document, and an empty file for its PDF.
/// An answer is a packet of one character, and LibreOffice's words. The character is `+` when the PDF is there, `p` for a
/// document that its password locks, `l` for one that is too large. It is `d` for all other failures. An `r` comes before
/// the first request.
int serve_office(const char *folder, int socket);
