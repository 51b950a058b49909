import js from '@eslint/js';
import nx from '@nx/eslint-plugin';
import hooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { engawa } from './deploy/tools/lint-rules.mjs';

const libs = ['type:contracts', 'type:lib'];

const noDefaultExport = {
  selector: 'ExportDefaultDeclaration',
  message: 'Named exports only.',
};
const noCastToNever = {
  selector: 'TSAsExpression > TSNeverKeyword',
  message: 'A cast to never accepts every type, also one of another space. Give the right type.',
};

export default tseslint.config(
  { ignores: ['**/dist', '**/node_modules', '**/.nx', '**/.engawa', 'libs/contracts/snapshots'] },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  {
    plugins: { '@nx': nx, engawa },
    rules: {
      'engawa/disable-reason': 'error',
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
      '@nx/enforce-module-boundaries': [
        'error',
        {
          allow: [],
          allowCircularSelfDependency: false,
          depConstraints: [
            { sourceTag: 'type:contracts', onlyDependOnLibsWithTags: [] },
            { sourceTag: 'type:standalone', onlyDependOnLibsWithTags: [] },
            {
              sourceTag: 'lib:events',
              onlyDependOnLibsWithTags: ['type:contracts', 'lib:service-kit'],
            },
            {
              sourceTag: 'lib:events-kafka',
              onlyDependOnLibsWithTags: ['type:contracts', 'lib:events', 'lib:service-kit'],
            },
            {
              sourceTag: 'lib:persistence',
              onlyDependOnLibsWithTags: ['type:contracts', 'lib:events', 'lib:service-kit'],
            },
            { sourceTag: 'lib:service-kit', onlyDependOnLibsWithTags: ['type:contracts'] },
            {
              sourceTag: 'lib:storage',
              onlyDependOnLibsWithTags: ['type:contracts', 'lib:service-kit'],
            },
            { sourceTag: 'lib:csv', onlyDependOnLibsWithTags: ['type:contracts'] },
            { sourceTag: 'lib:mirror', onlyDependOnLibsWithTags: ['type:contracts'] },
            {
              sourceTag: 'lib:imports',
              onlyDependOnLibsWithTags: [
                'type:contracts',
                'lib:auth',
                'lib:csv',
                'lib:persistence',
                'lib:service-kit',
                'lib:storage',
              ],
            },
            {
              sourceTag: 'lib:mail',
              onlyDependOnLibsWithTags: [
                'type:contracts',
                'lib:events',
                'lib:persistence',
                'lib:service-kit',
                // Its tests alone.
                'lib:testing',
              ],
            },
            {
              sourceTag: 'lib:auth',
              onlyDependOnLibsWithTags: [
                'type:contracts',
                'lib:service-kit',
                'lib:persistence',
                'lib:events',
              ],
            },
            {
              sourceTag: 'lib:directory',
              onlyDependOnLibsWithTags: [
                'type:contracts',
                'lib:events',
                'lib:persistence',
                'lib:service-kit',
              ],
            },
            {
              sourceTag: 'lib:text-search',
              onlyDependOnLibsWithTags: [
                'type:contracts',
                'lib:persistence',
                'lib:service-kit',
                // Its tests alone.
                'lib:testing',
              ],
            },
            { sourceTag: 'lib:testing', onlyDependOnLibsWithTags: [...libs, 'type:standalone'] },
            { sourceTag: 'type:service', onlyDependOnLibsWithTags: libs },
            { sourceTag: 'type:web', onlyDependOnLibsWithTags: ['type:contracts'] },
            {
              sourceTag: 'type:deploy',
              onlyDependOnLibsWithTags: [...libs, 'type:service', 'type:standalone'],
            },
            {
              sourceTag: 'type:e2e',
              onlyDependOnLibsWithTags: [...libs, 'type:standalone'],
            },
          ],
        },
      ],
      '@typescript-eslint/consistent-type-imports': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'none' },
      ],
      '@typescript-eslint/no-empty-object-type': 'off',
      'no-console': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-restricted-syntax': ['error', noDefaultExport, noCastToNever],
    },
  },
  {
    files: [
      '**/*.cjs',
      '**/*.mjs',
      'deploy/**',
      '**/bench/**',
      '**/cli.ts',
      '**/vite.config.ts',
      '**/vite-plugins.ts',
    ],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        module: 'writable',
        require: 'readonly',
        __dirname: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        fetch: 'readonly',
        Buffer: 'readonly',
        AbortController: 'readonly',
        AbortSignal: 'readonly',
        performance: 'readonly',
        TextDecoder: 'readonly',
        TextEncoder: 'readonly',
        atob: 'readonly',
        crypto: 'readonly',
        document: 'readonly',
        window: 'readonly',
        localStorage: 'readonly',
      },
    },
    rules: {
      'no-console': 'off',
      'no-restricted-syntax': ['error', noCastToNever],
      '@typescript-eslint/no-require-imports': 'off',
      '@nx/enforce-module-boundaries': 'off',
    },
  },
  { files: ['{apps,libs,deploy}/**'], rules: { 'engawa/file-role': 'error' } },
  {
    // Tests also pass what the types forbid.
    files: ['**/*.spec.{ts,tsx}', 'apps/e2e/**'],
    rules: { 'no-restricted-syntax': ['error', noDefaultExport] },
  },
  {
    // The cases of a subject share what starts before them.
    files: ['**/*.spec.{ts,tsx}', 'apps/e2e/**', '**/bench/**'],
    rules: { 'max-lines': ['error', { max: 500, skipBlankLines: true, skipComments: true }] },
  },
  {
    files: [
      'apps/*/{src,test,testing}/**/*.{ts,tsx}',
      'libs/*/src/**/*.ts',
      'deploy/all-in-one/src/**/*.ts',
    ],
    languageOptions: {
      parserOptions: {
        project: ['tsconfig.json', 'apps/web/tsconfig.json', 'apps/e2e/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      // An unhandled rejection ends the process.
      '@typescript-eslint/no-floating-promises': [
        'error',
        // Inside a transaction, whose own promise reports the commit.
        { allowForKnownSafeCalls: [{ from: 'package', package: 'lmdb', name: ['put', 'remove'] }] },
      ],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  // Layers of the embedded database: each may import those below it only.
  ...[
    ['command', ['wire']],
    ['plan', ['wire', 'command']],
    ['storage', ['wire', 'command', 'plan']],
    ['{aggregation,bson,query,update}', ['wire', 'command', 'plan', 'storage']],
  ].map(([layer, above]) => ({
    files: [`libs/embedded-mongo/src/${layer}/**/*.ts`],
    ignores: ['**/*.spec.ts'],
    rules: {
      'no-restricted-imports': ['error', { patterns: above.map((name) => `**/${name}/**`) }],
    },
  })),
  {
    files: ['apps/web/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': hooks },
    rules: { ...hooks.configs.recommended.rules },
  },
);
