// The two file stores of an installation, with the layout of libs/storage.
import { createReadStream, createWriteStream, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

/** The bucket of `S3_ENDPOINT`, else the folder `FILES_DIR`, else the given folder. */
export function fileStoreOf(env, otherwise) {
  return env.S3_ENDPOINT ? s3Store(env) : folderStore(env.FILES_DIR ?? otherwise);
}

const NO_TYPE = 'application/octet-stream';

/** A folder; the media type of `a.png` is in `.a.png.type` beside it. */
export function folderStore(folder) {
  const locate = (key) => path.join(folder, ...key.split('/'));
  const typeOf = (file) => path.join(path.dirname(file), `.${path.basename(file)}.type`);
  return {
    kind: 'folder',
    /** `{ key, version }`; a file that is replaced has another version. */
    async *list() {
      for (const key of keysIn(folder, '')) {
        const facts = await stat(locate(key)).catch(unlessMissing);
        if (facts) yield { key, version: `${facts.size} ${facts.mtimeMs}` };
      }
    },
    /** Null if the file was deleted in the meantime. */
    async open(key) {
      const file = locate(key);
      // Before the file is opened: its type is deleted after it.
      const type = (await readFile(typeOf(file), 'utf8').catch(unlessMissing)) ?? NO_TYPE;
      const opened = await open(file).catch(unlessMissing);
      return opened && { contentType: type, stream: opened.createReadStream() };
    },
    async put(key, source, { contentType }) {
      const file = locate(key);
      mkdirSync(path.dirname(file), { recursive: true });
      await writeFile(typeOf(file), contentType);
      await pipeline(createReadStream(source), createWriteStream(`${file}.part`, { flush: true }));
      await rename(`${file}.part`, file);
    },
    async clear() {
      await rm(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
    },
  };
}

/** A bucket of an S3-compatible store. */
function s3Store(env) {
  const bucket = env.S3_BUCKET ?? 'engawa';
  const region = env.S3_REGION ?? 'us-east-1';
  let made = null;
  const client = () => (made ??= connect());
  async function connect() {
    const { Client } = await import('minio');
    const url = new URL(env.S3_ENDPOINT);
    const opened = new Client({
      endPoint: url.hostname,
      port: url.port === '' ? undefined : Number(url.port),
      useSSL: url.protocol === 'https:',
      region,
      accessKey: env.S3_ACCESS_KEY,
      secretKey: env.S3_SECRET_KEY,
      pathStyle: true,
    });
    if (!(await opened.bucketExists(bucket))) await opened.makeBucket(bucket, region);
    return opened;
  }
  return {
    kind: 's3',
    async *list() {
      for await (const { name, etag } of (await client()).listObjectsV2(bucket, '', true))
        yield { key: name, version: etag };
    },
    async open(key) {
      const s3 = await client();
      try {
        const facts = await s3.statObject(bucket, key);
        const contentType = facts.metaData['content-type'] ?? NO_TYPE;
        return { contentType, stream: await s3.getObject(bucket, key) };
      } catch (error) {
        if (['NotFound', 'NoSuchKey'].includes(error.code)) return null;
        throw error;
      }
    },
    async put(key, source, { contentType, size }) {
      const s3 = await client();
      await s3.putObject(bucket, key, createReadStream(source), size, {
        'Content-Type': contentType,
      });
    },
    async clear() {
      const s3 = await client();
      const keys = [];
      for await (const { name } of s3.listObjectsV2(bucket, '', true)) keys.push(name);
      for (let i = 0; i < keys.length; i += 1_000)
        await s3.removeObjects(bucket, keys.slice(i, i + 1_000));
    },
  };
}

function* keysIn(folder, under) {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(path.join(folder, under), { withFileTypes: true })) {
    const name = under ? `${under}/${entry.name}` : entry.name;
    if (entry.isDirectory()) yield* keysIn(folder, name);
    // Media types and unfinished uploads.
    else if (!entry.name.startsWith('.') && !entry.name.endsWith('.part')) yield name;
  }
}

function unlessMissing(error) {
  if (error.code === 'ENOENT') return null;
  throw error;
}
