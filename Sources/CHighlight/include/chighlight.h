#pragma once
// The parts of source-highlight (a C++ library) that Sheaf uses: the kinds of words in a line of code.

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The kinds of words that are coloured.
enum chighlight_kind {
  chighlight_plain, chighlight_keyword, chighlight_type, chighlight_text, chighlight_comment, chighlight_number,
  chighlight_directive, chighlight_name,
};

/// A reader of one text, line by line; it knows whether the next line begins inside a comment.
typedef struct chighlight chighlight;

/// Called with each coloured part of a line: its kind, and its place in bytes.
typedef void (*chighlight_part)(void *context, int kind, size_t start, size_t length);

/// A reader for a language, by the extension of its files ("c", "py"); NULL for an unknown one.
///
/// Loads the rules of the language from the library's folder.
chighlight *chighlight_open(const char *extension);

/// Reads the next line, without its line feed; false when the line cannot be read.
int chighlight_read(chighlight *reader, const char *line, size_t length, chighlight_part part, void *context);

void chighlight_close(chighlight *reader);

#ifdef __cplusplus
}
#endif
