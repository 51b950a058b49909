// Prints new keys and passwords as lines of an .env file, or writes them as files for a Kubernetes secret:
//   node deploy/keys.mjs
//   node deploy/keys.mjs --dir FOLDER
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeKeys, makePasswords } from './installation/keys.mjs';

const keys = makeKeys();
const at = process.argv.indexOf('--dir');
if (at === -1) {
  for (const [name, value] of Object.entries({ ...keys, ...makePasswords() }))
    console.log(`${name}='${value}'`);
} else {
  const dir = process.argv[at + 1];
  if (!dir) {
    console.error('usage: node deploy/keys.mjs [--dir FOLDER]');
    process.exit(2);
  }
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const files = {
    'token-private-key.json': keys.ENGAWA_TOKEN_PRIVATE_KEY,
    'token-public-keys.json': keys.ENGAWA_TOKEN_PUBLIC_KEYS,
    'secret-key.txt': keys.ENGAWA_SECRET_KEY,
  };
  for (const [name, value] of Object.entries(files)) {
    writeFileSync(path.join(dir, name), value, { mode: 0o600, flag: 'wx' });
  }
}
