import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const here = import.meta.dirname;
const root = path.join(here, '../..');
const outDir = path.join(root, 'dist/apps/web');

/** Writes a .br and a .gz beside each text file, so that the gateway never compresses them. */
function precompress(): Plugin {
  const compressible = /\.(js|css|html|svg|json|webmanifest|txt)$/;
  let written = '';
  return {
    name: 'engawa-precompress',
    apply: 'build',
    configResolved(config) {
      written = path.resolve(config.root, config.build.outDir);
    },
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

/** The version that the app shows is package.json's (WEB-5). */
function buildInfo(): Plugin {
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

export default defineConfig({
  root: here,
  plugins: [react(), buildInfo(), precompress()],
  resolve: {
    alias: [
      { find: '@engawa/contracts', replacement: path.join(root, 'libs/contracts/src/index.ts') },
      {
        find: '@engawa/error-report',
        replacement: path.join(root, 'libs/error-report/src/index.ts'),
      },
      {
        find: /^@formatjs\/icu-messageformat-parser$/,
        replacement: path.join(here, 'src/shared/intl/message-parser.ts'),
      },
    ],
  },
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: 'hidden',
    assetsInlineLimit: 2048,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      treeshake: {
        // Schemas that nobody asks for at run time must not reach the browser.
        manualPureFunctions: ['z', 'defineEvent', 'pageOf'],
      },
      output: {
        codeSplitting: {
          // What the first page loads together lies together: many small files compress worse. A
          // group takes what its modules import along, unless a group before it has it.
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/,
              priority: 4,
            },
            {
              name: 'ground',
              test: /node_modules[\\/](@reduxjs|react-redux|redux|immer|reselect|react-router|react-router-dom|react-intl|@formatjs|intl-messageformat)[\\/]/,
              priority: 4,
            },
            { name: 'app', tags: ['$initial'], priority: 3 },
            // Of the feed, what pages without one show too, icons included.
            {
              name: 'kit',
              test: /[\\/]shared[\\/](ui[\\/](fold-button|label-chip|relative-time|status-pill)|directory[\\/](due-menu|staff-menu))\.tsx$|[\\/]Icon(ArrowRight|ArrowUp|Dots|File|Message|MoodPlus|UsersPlus)\.mjs$/,
              priority: 2,
            },
            // A post with all that it shows, drafts, and the form of a post, which takes letters as
            // soon as it is opened; the thread of a task shares most of it.
            {
              name: 'post',
              test: /[\\/]features[\\/]timeline[\\/](post[\\/]post-card\.tsx|composer[\\/](post-form\.tsx|memo-field\.tsx|form-state\.ts)|drafts[\\/]use-draft\.ts)$/,
              priority: 1,
            },
            // What comes right after the feed: the aside and the count of today.
            {
              name: 'beside',
              test: /[\\/]app[\\/](pages[\\/]timeline-aside|today-badge)\.tsx$/,
              priority: 0,
            },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: Number(process.env.WEB_PORT ?? 4200),
    proxy: {
      '/api': { target: process.env.ENGAWA_API ?? 'http://127.0.0.1:4000', changeOrigin: false },
    },
  },
  preview: { host: '127.0.0.1' },
});
