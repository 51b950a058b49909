import { existsSync, rmSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { FileMissingError, type FileStore, InvalidFileKeyError } from './file-store';
import { FolderStore } from './folder-store';
import { S3Store } from './s3-store';

// A real S3 server: S3_TEST_ENDPOINT with S3_TEST_ACCESS_KEY and S3_TEST_SECRET_KEY.
const s3 = process.env['S3_TEST_ENDPOINT'];

async function contentOf(store: FileStore, key: string): Promise<string> {
  const { stream } = await store.open(key);
  return text(stream);
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'engawa-files-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const stores: [string, () => FileStore][] = [
  ['a folder', () => new FolderStore(folder)],
  [
    s3 ? `S3 at ${s3}` : 'S3 (skipped: no S3_TEST_ENDPOINT)',
    () =>
      new S3Store({
        endpoint: s3!,
        region: 'us-east-1',
        bucket: 'engawa-test',
        accessKey: process.env['S3_TEST_ACCESS_KEY']!,
        secretKey: process.env['S3_TEST_SECRET_KEY']!,
      }),
  ],
];

describe.each(stores)('%s', (name, make) => {
  const check = name.includes('skipped') ? it.skip : it;
  const run = `space/posts/${Date.now()}`;
  let store: FileStore;
  beforeAll(async () => {
    if (name.includes('skipped')) return;
    store = make();
    await store.check();
    await store.check();
  });

  check('keeps content and media type', async () => {
    await store.put(`${run}/議事録 1.txt`, Buffer.from('縁側'), 'text/plain');
    expect(await store.find(`${run}/議事録 1.txt`)).toEqual({ size: 6, contentType: 'text/plain' });
    expect(await contentOf(store, `${run}/議事録 1.txt`)).toBe('縁側');
  });

  check('replaces a file as a whole', async () => {
    await store.put(`${run}/a.txt`, Buffer.from('first, and long'), 'text/plain');
    await store.put(`${run}/a.txt`, Buffer.from('second'), 'text/csv');
    expect(await contentOf(store, `${run}/a.txt`)).toBe('second');
    expect(await store.find(`${run}/a.txt`)).toEqual({ size: 6, contentType: 'text/csv' });
  });

  check('copies a file with its type, and replaces what lies there', async () => {
    await store.put(`${run}/from.bin`, Buffer.from('copied'), 'application/zip');
    await store.put(`${run}/sub/to.bin`, Buffer.from('older'), 'text/plain');
    await store.copy(`${run}/from.bin`, `${run}/sub/to.bin`);
    expect(await contentOf(store, `${run}/sub/to.bin`)).toBe('copied');
    expect((await store.find(`${run}/sub/to.bin`))?.contentType).toBe('application/zip');
    expect(await contentOf(store, `${run}/from.bin`)).toBe('copied');
  });

  check('says what is not there', async () => {
    expect(await store.find(`${run}/none`)).toBeNull();
    await expect(store.open(`${run}/none`)).rejects.toThrow(FileMissingError);
    await expect(store.copy(`${run}/none`, `${run}/other`)).rejects.toThrow(FileMissingError);
    await expect(store.remove(`${run}/none`)).resolves.toBeUndefined();
  });

  check('takes a file away', async () => {
    await store.put(`${run}/gone`, Buffer.from('x'), 'text/plain');
    await store.remove(`${run}/gone`);
    expect(await store.find(`${run}/gone`)).toBeNull();
  });

  check('takes all below a path away, and nothing beside it', async () => {
    for (const name of ['all/a.txt', 'all/sub/b.txt', 'all.txt', 'all2/a.txt']) {
      await store.put(`${run}/${name}`, Buffer.from('x'), 'text/plain');
    }
    await store.removeBelow(`${run}/all`);
    const left = async (name: string) => (await store.find(`${run}/${name}`)) !== null;
    expect(await left('all/a.txt')).toBe(false);
    expect(await left('all/sub/b.txt')).toBe(false);
    expect(await left('all.txt')).toBe(true);
    expect(await left('all2/a.txt')).toBe(true);
    await expect(store.removeBelow(`${run}/nothing`)).resolves.toBeUndefined();
  });

  check('writes and removes in the same folder at the same moment', async () => {
    const put = (n: number) => store.put(`${run}/both/${n}.txt`, Buffer.from('x'), 'text/plain');
    const writing = Promise.all(Array.from({ length: 20 }, (_, n) => put(n)));
    for (let n = 0; n < 5; n += 1) await store.removeBelow(`${run}/both`);
    await writing;
    await put(20);
    expect(await contentOf(store, `${run}/both/20.txt`)).toBe('x');
  });

  check.each(['../out', 'a/../../out', '/etc/passwd', 'a//b', 'a/./b', 'a\\b', 'a\u0000', ''])(
    'refuses the key %j',
    async (key) => {
      await expect(store.put(key, Buffer.from('x'), 'text/plain')).rejects.toThrow(
        InvalidFileKeyError,
      );
      await expect(store.open(key)).rejects.toThrow(InvalidFileKeyError);
      await expect(store.remove(key)).rejects.toThrow(InvalidFileKeyError);
      await expect(store.removeBelow(key)).rejects.toThrow(InvalidFileKeyError);
    },
  );
});

it('writes a file although its folder is removed many times meanwhile', async () => {
  const parent = path.join(folder, 'space/removed');
  let ended = false;
  const writing = new FolderStore(folder)
    .put('space/removed/file.txt', Buffer.from('x'), 'text/plain')
    .finally(() => (ended = true));
  for (let removals = 0; removals < 20 && !ended; await endOfTurn()) {
    if (!existsSync(parent)) continue;
    rmSync(parent, { recursive: true, force: true, maxRetries: 5 });
    removals += 1;
  }
  await expect(writing).resolves.toBeUndefined();
});

it('leaves no half-written files in the folder', async () => {
  const store = new FolderStore(folder);
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      store.put('space/one/same.txt', Buffer.from(`writer ${n}`), 'text/plain'),
    ),
  );
  expect(await contentOf(store, 'space/one/same.txt')).toMatch(/^writer \d+$/);
  expect((await readdir(path.join(folder, 'space/one'))).sort()).toEqual([
    '.same.txt.type',
    'same.txt',
  ]);
});
