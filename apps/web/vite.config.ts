import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import {
  buildInfo,
  compileEarly,
  compileTexts,
  dropUnusedComponents,
  earlyRequests,
  precompress,
  refuseSchemas,
  weighFirstPage,
} from './vite-plugins';

const here = import.meta.dirname;
const root = path.join(here, '../..');
const outDir = path.join(root, 'dist/apps/web');

export default defineConfig({
  root: here,
  plugins: [
    react(),
    buildInfo(),
    compileTexts(),
    dropUnusedComponents(),
    compileEarly(),
    earlyRequests(),
    refuseSchemas(),
    precompress(outDir),
    weighFirstPage(outDir),
  ],
  resolve: {
    alias: [
      // Its exports name only the build with warnings for developers.
      {
        find: /^react-router$/,
        replacement: path.join(root, 'node_modules/react-router/dist/production/index.mjs'),
      },
      {
        find: /^react-router\/dom$/,
        replacement: path.join(root, 'node_modules/react-router/dist/production/dom-export.mjs'),
      },
      { find: '@engawa/contracts', replacement: path.join(root, 'libs/contracts/src/index.ts') },
      {
        find: '@engawa/error-report',
        replacement: path.join(root, 'libs/error-report/src/index.ts'),
      },
      {
        find: /^@formatjs\/icu-messageformat-parser$/,
        replacement: path.join(here, 'src/shared/intl/plain-texts.ts'),
      },
    ],
  },
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    // Since then, browsers have light-dark().
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    sourcemap: 'hidden',
    assetsInlineLimit: 2048,
    // Links that preload what an imported file imports cost a key's answer 40 ms, and one round
    // trip is what they save. Sheets are needed before the part is shown, and the feed is what the
    // first page waits for: without a link it is fetched after its sheet.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => /\.css$|\/feed-/.test(file)),
    },
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      treeshake: {
        // Schemas are not used at run time and must not reach the browser: of the contracts, only
        // what is imported stays.
        manualPureFunctions: ['z', 'defineEvent', 'pageOf'],
        moduleSideEffects: [{ test: /[\\/]libs[\\/]contracts[\\/]/, sideEffects: false }],
      },
      output: {
        codeSplitting: {
          // What the first page loads is in two files, each with its imports: many small ones
          // compress worse and need more requests (docs/decisions/0067).
          groups: [
            { name: 'app', tags: ['$initial'], priority: 1 },
            { name: 'feed', test: /[\\/]app[\\/]pages[\\/]timeline\.page\.tsx$/ },
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
