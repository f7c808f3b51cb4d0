// The module's first test.
