// Replaces @formatjs/icu-messageformat-parser in the browser: the build parses every text that is not
// plain (vite-plugins.ts).
export * from '@formatjs/icu-messageformat-parser/no-parser.js';

/** The tree of a plain text. */
export const parse = (text: string) => [{ type: 0, value: text }];
