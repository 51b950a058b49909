import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import {
  buildInfo,
  compileTexts,
  dropUnusedComponents,
  precompress,
  weighFirstPage,
} from './vite.plugins';

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
    sourcemap: 'hidden',
    assetsInlineLimit: 2048,
    modulePreload: { polyfill: false },
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
          // Modules that the first page loads together share a file: many small files compress
          // worse. A group includes the imports of its modules, unless an earlier group has them.
          groups: [
            {
              name: 'ground',
              test: /node_modules[\\/](react|react-dom|scheduler|@reduxjs|react-redux|redux|immer|reselect|react-router|react-router-dom|react-intl|@formatjs|intl-messageformat)[\\/]/,
              priority: 5,
            },
            { name: 'app', tags: ['$initial'], priority: 4 },
            // Small parts that the feed and most other pages show.
            {
              name: 'app',
              test: /[\\/]shared[\\/](display[\\/](fold-button|label-chip|relative-time|status-pill)|directory[\\/](due-menu|staff-menu))\.tsx$|[\\/]Icon(ArrowRight|ArrowUp|Dots|File|Message|MoodPlus|UsersPlus)\.mjs$/,
              priority: 4,
            },
            // A post with everything that it shows, drafts, and the form of a post, which accepts
            // input as soon as it is open; the thread of a task shares most of it.
            {
              name: 'post',
              test: /[\\/]features[\\/]timeline[\\/](post[\\/]post-card\.tsx|composer[\\/](post-form\.tsx|memo-field\.tsx|form-state\.ts|refused-ids\.ts)|drafts[\\/]use-draft\.ts)$/,
              priority: 2,
            },
            // The feed with the rest of the timeline page.
            {
              name: 'feed',
              test: /[\\/]app[\\/]pages[\\/]timeline(-aside|\.page)\.tsx$|[\\/]features[\\/]timeline[\\/]feed[\\/]post-feed\.tsx$/,
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
