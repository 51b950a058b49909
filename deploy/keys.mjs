// Prints new keys and passwords as lines of an .env file, or writes them as files for a Kubernetes secret:
//   node deploy/keys.mjs
//   node deploy/keys.mjs --dir FOLDER
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeKeys, makePasswords } from './installation/keys.mjs';
import { readOptions } from './tools/arguments.mjs';
import { fail } from './tools/workspace.mjs';

const { dir } = readOptions('usage: node deploy/keys.mjs [--dir FOLDER]', {
  dir: { type: 'string' },
});
const keys = makeKeys();
if (!dir) {
  for (const [name, value] of Object.entries({ ...keys, ...makePasswords() }))
    console.log(`${name}='${value}'`);
} else {
  const files = {
    'token-private-key.json': keys.ENGAWA_TOKEN_PRIVATE_KEY,
    'token-public-keys.json': keys.ENGAWA_TOKEN_PUBLIC_KEYS,
    'secret-key.txt': keys.ENGAWA_SECRET_KEY,
  };
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    for (const [name, value] of Object.entries(files)) {
      writeFileSync(path.join(dir, name), value, { mode: 0o600, flag: 'wx' });
    }
  } catch (error) {
    fail(
      error.code === 'EEXIST'
        ? `${error.path} is there already; it is not replaced.`
        : error.message,
    );
  }
}
