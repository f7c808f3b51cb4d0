# Everything one does with Sheaf, a word each. `make` lists them.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
MAKEFLAGS += --no-builtin-rules --no-print-directory

# make run
ROOT ?= .workspace
PORT ?= 8080
# make test, make crash, make model: the built server, and the drivers that start it
BIN ?= .build/tests/release/sheaf
ROUNDS ?= 200
OPERATIONS ?= 10000
SEED ?=
# The drivers that every commit must pass, and those that `make soak` runs at full length.
DRIVERS ?= commands operation readme proxy fetching imports hostile floods crash uploads
SOAK := kinds file_types odd_documents scans found_words long_documents hostile bombs workers shortages event_streams odd_files tampered packages archives maintenance ruined_index 'crash --rounds 300 --stride 4' 'power --rounds 200' 'faults --stride 1' 'model --operations 10000 --races 200'
# make bench, make corpus
CORPUS ?=
DOCUMENTS ?=
REPORT ?=
PEER_SECONDS ?=
# make bench-search, make bench-library
KEEP ?=
# make bench-indexing
SCANS ?=
# make bench-reader
VISITS ?=
LATENCY ?=
# make strokes
STROKES ?=
# make kinds
PICTURES ?=
RELEASE := .build/release/sheaf

PYTHON := python3 -B
BROWSER_PYTHON := .build/venv/bin/python -B
IIIF_PYTHON := .build/venv-iiif/bin/python -B
API_PYTHON := .build/venv-api/bin/python -B
SWIFT_SOURCES := Package.swift Sources Tests

.PHONY: help
help: ## this list
	@sed -nE 's/^([a-z-]+):[^#]*## (.*)/\1\t\2/p' $(MAKEFILE_LIST) | expand -t 14

# Run

.PHONY: run release app packages extras
run: packages release app ## build what is needed and serve $(ROOT) on 127.0.0.1:$(PORT)
	@exec $(RELEASE) serve --root "$(ROOT)" --host 127.0.0.1 --port "$(PORT)" --samples

release: ## the release build of both programs
	swift build -c release --product sheaf
	swift build -c release --product sheaf-render
	swift build -c release --product sheaf-converter

app: packages .build/app/index.html ## the browser app as it is served: bundled and compressed; `--files Public` serves its sources

.build/app/index.html: Resources/bundle-app $(shell find Public -type f)
	@Resources/bundle-app $(@D)

$(RELEASE): release

packages:
	@Resources/debian/install run

extras: ## install the converters of Office documents, books, web pages; a running server finds them
	@Resources/debian/install extras

# Test

.PHONY: test packages-test test-build built-tests test-swift test-node test-browser test-end-to-end test-iiif test-api crash model soak
test: test-build test-swift test-node test-browser test-end-to-end test-iiif test-api ## all tests, the browser's and the built server's among them

packages-test:
	@Resources/debian/install run extras test

# The compiler needs only the packages of `make run`; those that only tests need are installed beside it.
test-build: packages
	@$(MAKE) packages-test .build/venv/ready .build/venv-iiif/ready .build/venv-api/ready & \
	  $(MAKE) built-tests || { wait; exit 1; }; wait $$!
	@$(MAKE) app

# One build has the tests and the product, which the browser's and the server's tests run. Optimizing it would take three times as
# long, and so would a pass of its own for the interface of each module. A folder of its own keeps the release build as it is,
# which `make soak` and all measurements run. Every file must compile without a warning; a build from nothing, as in CI, shows
# them all.
built-tests:
	@$(PYTHON) Tests/Checks/build_warnings.py swift build --scratch-path .build/tests --configuration release --build-tests \
	  -Xswiftc -Onone -Xswiftc -enable-testing -Xswiftc -no-emit-module-separately-wmo -debug-info-format none

.build/tests/release/sheaf: built-tests

test-swift: built-tests app
	@$(PYTHON) Tests/Checks/swift_tests.py

# Node runs one file at a time on two processors, so two of it run.
test-node:
	@find Tests/Browser -name '*.test.js' | sort | xargs -P 2 -n 24 node --expose-gc --test

test-browser: $(BIN) app .build/venv/ready
	$(BROWSER_PYTHON) Tests/Browser/run.py --again --bin $(BIN)

# Two drivers at a time, and alone what measures; `python3 Tests/EndToEnd/NAME.py` runs one.
test-end-to-end: $(BIN) app
	$(PYTHON) Tests/EndToEnd/run.py --bin $(BIN) $(DRIVERS)

test-iiif: $(BIN) .build/venv-iiif/ready
	$(IIIF_PYTHON) Tests/EndToEnd/iiif.py --bin $(BIN)
	$(IIIF_PYTHON) Tests/EndToEnd/exported_marks.py --bin $(BIN)

test-api: $(BIN) .build/venv-api/ready
	$(API_PYTHON) Tests/EndToEnd/generated_client.py --bin $(BIN)
	$(API_PYTHON) Tests/EndToEnd/tus_client.py --bin $(BIN)

crash: packages-test release ## kill -9 the server in ROUNDS random moments of a mixed load, and look for damage [SEED=N]
	$(PYTHON) Tests/EndToEnd/crash.py --bin $(RELEASE) --rounds $(ROUNDS) $(if $(SEED),--seed $(SEED))

model: packages-test release ## OPERATIONS random operations on the server beside a simple model of it [SEED=N]
	$(PYTHON) Tests/EndToEnd/model.py --bin $(RELEASE) --operations $(OPERATIONS) --races 200 $(if $(SEED),--seed $(SEED))

soak: packages-test release .build/venv-api/ready .build/venv/ready ## everything at full length, and how long each took: hours [EXAMPLES=N]
	$(PYTHON) Tests/Checks/planted.py
	$(PYTHON) Tests/Performance/scale.py --bin $(RELEASE)
	time SOAK=1 STREAMS=1 node --test Tests/Browser/gestures/properties.test.js Tests/Browser/gestures/standalone.test.js
	$(PYTHON) Tests/EndToEnd/run.py --bin $(RELEASE) --at-a-time 1 $(SOAK) \
	  '$(API_PYTHON) Tests/EndToEnd/schema_attack.py $(if $(EXAMPLES),--examples $(EXAMPLES)) $(if $(SEED),--seed $(SEED))' '$(BROWSER_PYTHON) Tests/Browser/run.py --all' '$(BROWSER_PYTHON) Tests/Browser/run.py firefox'

.build/venv/ready: Tests/Browser/requirements.txt
.build/venv-iiif/ready: Tests/EndToEnd/requirements.txt
.build/venv-api/ready: Tests/EndToEnd/requirements-api.txt
.build/%/ready:
	python3 -m venv --clear $(@D)
	$(@D)/bin/pip install --quiet --disable-pip-version-check --requirement $<
	touch $@

# Check

.PHONY: check format lint types graph words linkage mutants
check: packages lint graph words test-build types test linkage ## all that must hold before a commit: format, types, module graph, tests

lint:
	swift format lint --strict --recursive $(SWIFT_SOURCES)

format: ## write the Swift sources as `make check` wants them
	swift format --in-place --recursive $(SWIFT_SOURCES)

types:
	tsc --project Public/jsconfig.json

graph:
	$(PYTHON) Tests/Checks/swift_imports.py
	$(PYTHON) Tests/Checks/javascript_imports.py

words:
	$(PYTHON) Tests/Checks/words.py
	$(PYTHON) Tests/Checks/sentences.py
	$(PYTHON) Tests/Checks/links.py
	$(PYTHON) Tests/Checks/openapi.py

linkage: $(BIN)
	$(PYTHON) Tests/Checks/linkage.py $(BIN)

mutants: ## plant faults in gestures, tile planner and state machines; the tests must find nine of ten [MOST=N] [SEED=N] [ONLY=PART]
	node Tests/Checks/mutants.js $(if $(MOST),--most $(MOST)) $(if $(SEED),--seed $(SEED)) $(if $(ONLY),--only $(ONLY))

# Measure

.PHONY: packages-bench bench bench-kinds bench-reader bench-words bench-search bench-indexing bench-film bench-reconcile bench-gestures bench-board bench-start bench-library corpus kinds strokes
packages-bench:
	@Resources/debian/install run bench

bench: packages-bench release ## measure against nginx, poppler and mutool [CORPUS=DIR] [SIZE=MiB] [DOCUMENTS=N] [REPORT=FILE]
	$(PYTHON) Tests/Performance/bench.py --bin $(RELEASE) $(if $(CORPUS),--corpus "$(CORPUS)") $(if $(SIZE),--upload-mib $(SIZE)) $(if $(DOCUMENTS),--documents $(DOCUMENTS)) $(if $(REPORT),--report "$(REPORT)")

bench-kinds: packages-bench extras release .build/peers/ready ## first pages of many kinds of files against other programs [REPORT=FILE]
	$(PYTHON) Tests/Performance/kinds_bench.py --bin $(RELEASE) $(if $(REPORT),--report "$(REPORT)")

kinds: packages-test release app .build/venv/ready ## write the documentation's table of how each kind of file is shown [PICTURES=DIR]
	$(BROWSER_PYTHON) Tests/EndToEnd/kinds.py --bin $(RELEASE) --table Sources/WebApp/Documentation.docc/Kinds.md $(if $(PICTURES),--pictures "$(PICTURES)")

bench-reconcile: release ## a pass over a tree of 100,000 files: time and memory [FILES=N]
	$(PYTHON) Tests/Performance/reconcile.py --bin $(RELEASE) $(if $(FILES),--files $(FILES))

bench-gestures: ## what the gesture system costs: bytes, dispatch, hit-testing
	node Tests/Performance/gestures-size.js
	node Tests/Performance/hit-testing.js
	node Tests/Performance/gestures.js

bench-board: packages-bench release .build/venv/ready ## how long frames take while fingers move a board of 200 cards
	$(BROWSER_PYTHON) Tests/Performance/board_frames.py --bin $(RELEASE)

bench-start: packages-bench release app .build/venv/ready ## how soon the library stands at 40 ms and 20 Mbit/s, cold and warm
	$(BROWSER_PYTHON) Tests/Performance/app_start.py --bin $(RELEASE)

bench-library: packages-bench release app .build/venv/ready ## frames, pictures and answers of a library of 50,000 documents [KEEP=DIR]
	$(BROWSER_PYTHON) Tests/Performance/library_fling.py --bin $(RELEASE) $(if $(KEEP),--keep "$(KEEP)")

bench-reader: packages-bench extras release app .build/venv/ready ## the reader beside PDF.js at 40 ms and 20 Mbit/s [VISITS=N] [LATENCY=MS]
	$(BROWSER_PYTHON) Tests/Performance/reader_beside.py --bin $(RELEASE) $(if $(VISITS),--visits $(VISITS)) $(if $(LATENCY),--latency $(LATENCY))

bench-words: packages-bench extras release app .build/venv/ready ## words copied and found in PDFs below CORPUS=DIR, beside PDF.js and pdftotext
	@test -n "$(CORPUS)" || { echo "usage: make bench-words CORPUS=DIR"; exit 64; }
	$(BROWSER_PYTHON) Tests/Performance/copied_words.py --bin $(RELEASE) "$(CORPUS)"

bench-search: packages-bench release .build/peers/ready ## the search beside Whoosh and ripgrep, and among many documents of ten pages [DOCUMENTS=N] [KEEP=DIR]
	$(PYTHON) Tests/Performance/search_beside.py --bin $(RELEASE)
	$(PYTHON) Tests/Performance/search_bench.py --bin $(RELEASE) --documents $(or $(DOCUMENTS),100000) $(if $(KEEP),--keep "$(KEEP)")

bench-indexing: packages-bench extras release ## how long a page takes while documents are indexed and scans are read [DOCUMENTS=N] [SCANS=N]
	$(PYTHON) Tests/Performance/reading_beside_indexing.py --bin $(RELEASE) $(if $(DOCUMENTS),--documents $(DOCUMENTS)) $(if $(SCANS),--scans $(SCANS))

# PDFium, preview-generator and Whoosh come from PyPI; without them the others are compared.
.build/peers/ready: Tests/Performance/requirements.txt
	python3 -m venv --clear .build/peers
	.build/peers/bin/pip install --quiet --disable-pip-version-check --requirement $< || rm -r .build/peers
	@if [ -d .build/peers ]; then touch $@; fi

bench-film: packages-bench extras release app .build/venv/ready ## jumps in a film of a gigabyte, in Chromium
	$(BROWSER_PYTHON) Tests/Performance/film_jumps.py --bin $(RELEASE)

corpus: packages-bench release .build/peers/ready ## page 1 of every PDF below CORPUS=DIR through a running server [PEER_SECONDS=N] [REPORT=FILE]
	@test -n "$(CORPUS)" || { echo "usage: make corpus CORPUS=DIR"; exit 64; }
	$(PYTHON) Tests/Performance/corpus.py --bin $(RELEASE) $(if $(PEER_SECONDS),--peer-seconds $(PEER_SECONDS)) $(if $(REPORT),--report "$(REPORT)") "$(CORPUS)"

strokes: ## how well strokes are recognized that people drew: every file below STROKES=DIR
	@test -n "$(STROKES)" || { echo "usage: make strokes STROKES=DIR"; exit 64; }
	node Tests/Performance/strokes.js "$(STROKES)"

.PHONY: clean
clean: ## remove what was built; documents in .workspace stay
	rm -rf .build
