// Prints fresh keys as lines of an .env file: node deploy/keys.mjs
import { makeKeys } from './infra/keys.mjs';

for (const [name, value] of Object.entries(makeKeys())) console.log(`${name}='${value}'`);
