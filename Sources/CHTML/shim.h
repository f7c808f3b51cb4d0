#pragma once
#include <libxml/xmlversion.h>
// The headers of Debian's ICU declare what those of Foundation's ICU declare otherwise, and both would be in one module.
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
