// What the build of the web app does besides Vite's own part.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { build, type Plugin, type Rolldown } from 'vite';

const here = import.meta.dirname;
const root = path.join(here, '../..');

/** JavaScript and CSS of the first page, in bytes after brotli. */
const FIRST_PAGE_LIMIT = 200_000;
/** File that the timeline loads without input, besides the entry (a group of vite.config.ts). */
const FIRST_PAGE_FILE = 'feed';

/** Writes a .br and a .gz beside each text file of the output folder; the gateway never compresses them. */
export function precompress(written: string): Plugin {
  const compressible = /\.(js|css|html|svg|json|webmanifest|txt)$/;
  return {
    name: 'engawa-precompress',
    apply: 'build',
    closeBundle() {
      const walk = (dir: string): string[] =>
        readdirSync(dir).flatMap((name) => {
          const file = path.join(dir, name);
          return statSync(file).isDirectory() ? walk(file) : [file];
        });
      for (const file of walk(written).filter((name) => compressible.test(name))) {
        const content = readFileSync(file);
        if (content.length < 1024) continue;
        writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
        writeFileSync(
          `${file}.br`,
          brotliCompressSync(content, {
            params: {
              [constants.BROTLI_PARAM_QUALITY]: 11,
              [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
            },
          }),
        );
      }
    },
  };
}

/**
 * Asks Chromium to compile all functions of a file while it downloads the file. A function that is
 * compiled at its first call delays the answer to a key (docs/decisions/0067).
 */
export function compileEarly(): Plugin {
  return {
    name: 'engawa-compile-early',
    apply: 'build',
    generateBundle: {
      // Chromium reads the hint only in the first line: Vite adds its own lines before this runs.
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk') continue;
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
          if (file.map) file.map.mappings = `;${file.map.mappings}`;
        }
      },
    },
  };
}

/**
 * Puts the early requests into the page, with the names of the timeline's files. They are sent when the page arrives, and not when the app's
 * files are there and run.
 */
export function earlyRequests(): Plugin {
  const input = path.join(here, 'src/app/early-requests.ts');
  return {
    name: 'engawa-early-requests',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const timeline = Object.values(bundle).find(
          (part) => part.type === 'chunk' && part.name === FIRST_PAGE_FILE,
        );
        const files =
          timeline?.type === 'chunk'
            ? [timeline.fileName, ...(timeline.viteMetadata?.importedCss ?? [])]
            : [];
        const built = await build({
          define: { TIMELINE_FILES: JSON.stringify(files.map((file) => `/${file}`)) },
          configFile: false,
          logLevel: 'warn',
          root: here,
          build: {
            write: false,
            target: 'es2022',
            rolldownOptions: { input, output: { format: 'iife' } },
          },
        });
        const { output } = (Array.isArray(built) ? built[0]! : built) as Rolldown.RolldownOutput;
        return html.replace(
          '<!-- early-requests -->',
          () => `<script>${output[0].code.trim()}</script>`,
        );
      },
    },
  };
}

/** The version that the app shows is package.json's (WEB-5). */
export function buildInfo(): Plugin {
  const id = path.join(here, 'src/app/build-info.ts');
  return {
    name: 'engawa-build-info',
    transform: {
      filter: { id },
      handler() {
        const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
        return { code: `export const APP_VERSION = ${JSON.stringify(version)};`, map: null };
      },
    },
  };
}

interface Node {
  type: string;
  start: number;
  end: number;
  key?: { name?: string };
  value?: unknown;
}

/** The values of all properties `ja` and `en` below a node of a syntax tree. */
function* textsBelow(node: unknown): Generator<Node> {
  if (typeof node !== 'object' || node === null) return;
  const { type, key, value } = node as Node;
  if (type === 'Property' && /^(ja|en)$/.test(key?.name ?? '')) yield value as Node;
  for (const child of Object.values(node)) yield* textsBelow(child);
}

/**
 * Parses the texts of the app, so that a browser needs no parser: a text that is not plain becomes
 * the parser's tree.
 */
export function compileTexts(): Plugin {
  return {
    name: 'engawa-compile-texts',
    transform: {
      filter: { id: /[\\/]src[\\/].*\.ts$/, code: 'defineTexts({' },
      handler(code) {
        let compiled = code;
        for (const { start, end, value } of [...textsBelow(this.parse(code))].toReversed()) {
          if (typeof value !== 'string') this.error('a text is a string literal', start);
          const tree = parse(value);
          const [first] = tree;
          if (tree.length === 1 && first?.type === TYPE.literal && first.value === value) continue;
          compiled = compiled.slice(0, start) + JSON.stringify(tree) + compiled.slice(end);
        }
        return { code: compiled, map: null };
      },
    },
  };
}

/** Static properties that name a component for developers' tools or group others under it. */
const STATIC_PROPERTY =
  /^\w+\.(?:displayName|classes|varsResolver|Group|GroupSection) = [^;\n]+;$/gm;
/** Calls that create a component or a context. */
const CREATES_COMPONENT =
  / = ((?:\w+\.(?:forwardRef|memo|createContext)|createFormatted\w+|(?:polymorphicF|f)actory)\()/g;

/**
 * Lets the bundler drop components of the first page's libraries that nothing uses: their creation
 * and their static properties count as side effects, which keep them.
 */
export function dropUnusedComponents(): Plugin {
  return {
    name: 'engawa-drop-unused-components',
    apply: 'build',
    transform: {
      filter: {
        id: /node_modules[\\/](?:react-router|react-intl|@mantine[\\/]core[\\/]esm[\\/]components[\\/](?:Button|ActionIcon))[\\/].*\.m?js$/,
      },
      handler: (code) => ({
        code: code
          .replaceAll(STATIC_PROPERTY, '')
          .replaceAll(CREATES_COMPONENT, ' = /* @__PURE__ */ $1'),
        map: null,
      }),
    },
  };
}

/** Fails the build when schemas of the contracts reach the browser, with the library that they need. */
export function refuseSchemas(): Plugin {
  return {
    name: 'engawa-refuse-schemas',
    apply: 'build',
    generateBundle(_, bundle) {
      for (const part of Object.values(bundle)) {
        if (part.type !== 'chunk') continue;
        const isSchema = (id: string) => id.includes('/node_modules/zod/');
        if (!part.moduleIds.some(isSchema)) continue;
        throw new Error(
          `${part.fileName} has zod: import from a module of contracts without schemas`,
        );
      }
    },
  };
}

/** Fails the build when the first page has become too heavy; `npm run bench -- web` weighs it too. */
export function weighFirstPage(written: string): Plugin {
  const files = new Set<string>();
  return {
    name: 'engawa-weigh-first-page',
    apply: 'build',
    generateBundle(_, bundle) {
      const add = (chunk: Rolldown.OutputChunk) => {
        if (files.has(chunk.fileName)) return;
        files.add(chunk.fileName);
        for (const sheet of chunk.viteMetadata?.importedCss ?? []) files.add(sheet);
        for (const name of chunk.imports) {
          const imported = bundle[name];
          if (imported?.type === 'chunk') add(imported);
        }
      };
      for (const part of Object.values(bundle)) {
        if (part.type === 'chunk' && (part.isEntry || part.name === FIRST_PAGE_FILE)) add(part);
      }
    },
    closeBundle() {
      const bytes = (file: string) => {
        const content = path.join(written, file);
        return statSync(existsSync(`${content}.br`) ? `${content}.br` : content).size;
      };
      const weight = [...files].reduce((sum, file) => sum + bytes(file), 0);
      const told = `first page: ${(weight / 1000).toFixed(1)} kB of JavaScript and CSS`;
      if (weight > FIRST_PAGE_LIMIT) throw new Error(`${told}, more than 200 kB`);
      this.info(told);
    },
  };
}
