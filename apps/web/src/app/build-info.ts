/** Replaced at build time by package.json's version (see vite.config.ts). */
export const APP_VERSION = '0.0.0-dev';
