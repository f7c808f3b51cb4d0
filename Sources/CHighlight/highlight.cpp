#include "chighlight.h"

#include <map>
#include <string>

#include <srchilite/formatter.h>
#include <srchilite/formattermanager.h>
#include <srchilite/formatterparams.h>
#include <srchilite/langdefmanager.h>
#include <srchilite/langmap.h>
#include <srchilite/regexrulefactory.h>
#include <srchilite/sourcehighlighter.h>

namespace {

const char *const folder = "/usr/share/source-highlight";

struct Listener {
  chighlight_part part = nullptr;
  void *context = nullptr;
};

class Reporter : public srchilite::Formatter {
public:
  Reporter(Listener *listener, int kind) : listener(listener), kind(kind) {}

  void format(const std::string &text, const srchilite::FormatterParams *parameters) override {
    if (!parameters || parameters->start < 0 || text.empty()) return;
    listener->part(listener->context, kind, static_cast<size_t>(parameters->start), text.size());
  }

private:
  Listener *listener;
  int kind;
};

// The elements of the library's languages (default.style).
const std::map<std::string, int> kinds = {
  {"keyword", chighlight_keyword}, {"type", chighlight_type}, {"usertype", chighlight_type},
  {"classname", chighlight_type}, {"string", chighlight_text}, {"regexp", chighlight_text},
  {"specialchar", chighlight_text}, {"value", chighlight_text}, {"comment", chighlight_comment},
  {"todo", chighlight_comment}, {"number", chighlight_number}, {"preproc", chighlight_directive},
  {"label", chighlight_directive}, {"function", chighlight_name}, {"variable", chighlight_name},
  {"attribute", chighlight_name}, {"property", chighlight_name}, {"selector", chighlight_name},
};

srchilite::RegexRuleFactory rules;
srchilite::LangDefManager languages(&rules);

}  // namespace

struct chighlight {
  Listener listener;
  srchilite::FormatterManager formatters;
  srchilite::SourceHighlighter highlighter;
  srchilite::FormatterParams parameters;

  explicit chighlight(srchilite::HighlightStatePtr state)
    : formatters(srchilite::FormatterPtr(new Reporter(&listener, chighlight_plain))), highlighter(state) {
    for (const auto &[name, kind] : kinds)
      formatters.addFormatter(name, srchilite::FormatterPtr(new Reporter(&listener, kind)));
    highlighter.setFormatterManager(&formatters);
    highlighter.setFormatterParams(&parameters);
    highlighter.setOptimize(false);
  }
};

chighlight *chighlight_open(const char *extension) {
  try {
    static srchilite::LangMap map = [] {
      srchilite::LangMap read(folder, "lang.map");
      read.open();
      return read;
    }();
    std::string file = map.getMappedFileName(extension);
    if (file.empty() || file == "default.lang") return nullptr;
    return new chighlight(languages.getHighlightState(folder, file));
  } catch (...) {
    return nullptr;
  }
}

int chighlight_read(chighlight *reader, const char *line, size_t length, chighlight_part part, void *context) {
  try {
    reader->listener = Listener{part, context};
    reader->parameters.start = 0;
    reader->highlighter.highlightParagraph(std::string(line, length));
    return 1;
  } catch (...) {
    return 0;
  }
}

void chighlight_close(chighlight *reader) { delete reader; }
