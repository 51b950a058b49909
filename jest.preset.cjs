const path = require('node:path');
const { readFileSync } = require('node:fs');

const root = __dirname;
const { compilerOptions } = JSON.parse(readFileSync(path.join(root, 'tsconfig.base.json'), 'utf8'));

// One source for import aliases: tsconfig.base.json.
const moduleNameMapper = Object.fromEntries(
  Object.entries(compilerOptions.paths).map(([alias, [target]]) => [
    `^${alias}$`,
    path.join(root, target),
  ]),
);

// Packages that ship ES modules only and so must be transformed for jest's CommonJS.
const esmOnly = [
  'file-type',
  'strtok3',
  'token-types',
  'uint8array-extras',
  '@tokenizer',
  '@borewit',
  'otplib',
  '@otplib',
  '@scure',
  '@noble',
  'uuid',
  'react-intl',
  '@formatjs',
  'intl-messageformat',
  'echarts',
  'zrender',
  'echarts-for-react',
  'frimousse',
  'openid-client',
  'oauth4webapi',
  'jose',
  // Imports a part of Node at run time, which CommonJS tests cannot.
  '@opentelemetry/otlp-exporter-base',
];

// Their 'module-sync' entry is an .mjs file, which CommonJS tests cannot load; the default entry
// exports the same function.
const legacyEntry = Object.fromEntries(
  ['async-function', 'async-generator-function', 'generator-function'].map((name) => [
    `^${name}$`,
    path.join(root, 'node_modules', name, 'index.js'),
  ]),
);

/** @type {import('jest').Config} */
module.exports = {
  moduleNameMapper: { ...moduleNameMapper, ...legacyEntry },
  testEnvironment: path.join(root, 'jest.environment.cjs'),
  testEnvironmentOptions: { customExportConditions: ['node', 'node-addons', 'module-sync'] },
  testMatch: ['**/*.spec.ts', '**/*.spec.tsx'],
  transform: {
    '^.+\\.(t|j|mj|cj)sx?$': [
      '@swc/jest',
      {
        swcrc: false,
        jsc: {
          target: 'es2023',
          keepClassNames: true,
          parser: { syntax: 'typescript', tsx: true, decorators: true },
          transform: {
            legacyDecorator: true,
            decoratorMetadata: true,
            useDefineForClassFields: false,
            react: { runtime: 'automatic' },
          },
        },
        module: { type: 'commonjs' },
      },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnly.join('|')})/)`],
  setupFilesAfterEnv: [path.join(root, 'jest.setup.cjs')],
};
