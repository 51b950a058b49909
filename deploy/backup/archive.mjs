// Reads and writes the files of a backup: compressed where that helps, each with a checksum.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

/** Hashes a stream; `digest` is valid after the last byte. */
function hashing() {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { stream, facts: () => ({ bytes, sha256: hash.digest('hex') }) };
}

/** Writes a stream; resolves to `{ bytes, sha256 }` of the file after fsync. */
export async function writeFileFrom(file, source, { compress = false } = {}) {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const { stream, facts } = hashing();
  const target = createWriteStream(file, { flush: true, mode: 0o600 });
  if (compress) await pipeline(source, createGzip({ level: 4 }), stream, target);
  else await pipeline(source, stream, target);
  return facts();
}

export async function factsOf(file) {
  const { stream, facts } = hashing();
  await pipeline(createReadStream(file), stream, async (chunks) => {
    for await (const chunk of chunks) void chunk;
  });
  return facts();
}

/** The documents of a .bson.gz file, each as a Buffer. */
export async function* readDocuments(file) {
  let rest = Buffer.alloc(0);
  const unzip = createReadStream(file).pipe(createGunzip());
  for await (const chunk of unzip) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    while (rest.length - at >= 4) {
      const length = rest.readInt32LE(at);
      if (rest.length - at < length) break;
      yield rest.subarray(at, at + length);
      at += length;
    }
    rest = rest.subarray(at);
  }
  if (rest.length > 0) throw new Error(`${file} ends in the middle of a document`);
}

/** The parsed lines of an .ndjson.gz file. */
export async function* readLines(file) {
  const lines = createInterface({ input: createReadStream(file).pipe(createGunzip()) });
  for await (const line of lines) yield JSON.parse(line);
}

export const toLine = (value) => `${JSON.stringify(value)}\n`;
