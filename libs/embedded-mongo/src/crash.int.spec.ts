import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { MongoClient, type Document, type MongoClientOptions } from 'mongodb';

/**
 * Kills a server process at random moments while clients write, and checks the rest: everything
 * acknowledged is there, nothing is partial, and every index agrees with its documents.
 */
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 3);
const workspace = resolve(__dirname, '../../..');
// Inside the workspace, so that packages are found.
const built = join(workspace, 'node_modules/.cache', `embedded-mongo-crash-${process.pid}`);

/** Ends the servers and clients of a test that failed; those of the others have ended. */
const left: (() => unknown)[] = [];
afterEach(async () => {
  for (const endOne of left.splice(0)) await endOne();
});

function build(): string {
  mkdirSync(built, { recursive: true });
  const file = join(built, 'cli.cjs');
  const script = `
    import { rolldown } from 'rolldown';
    const bundle = await rolldown({ input: ${JSON.stringify(join(__dirname, 'cli.ts'))}, platform: 'node', external: ['lmdb', 'bson'] });
    await bundle.write({ file: ${JSON.stringify(file)}, format: 'cjs' });`;
  execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: workspace });
  return file;
}

function start(
  file: string,
  folder: string,
  limitBlocks?: number,
): Promise<{ child: ChildProcess; uri: string }> {
  return new Promise((done, fail) => {
    const command = [process.execPath, file, '--dbpath', folder, '--port', '0'];
    // A file size limit is the closest to a full disk without privileges.
    const child = limitBlocks
      ? spawn('sh', ['-c', `ulimit -f ${limitBlocks}; exec "$@"`, 'sh', ...command], {
          stdio: ['ignore', 'pipe', 'pipe'],
        })
      : spawn(command[0]!, command.slice(1), { stdio: ['ignore', 'pipe', 'pipe'] });
    left.push(() => child.kill('SIGKILL'));
    let said = '';
    let complained = '';
    child.stderr!.on('data', (chunk) => (complained += chunk));
    child.once('exit', (code) => fail(new Error(`the server ended with ${code}: ${complained}`)));
    child.stdout!.on('data', (chunk) => {
      said += chunk;
      const uri = /mongodb:\/\/\S+/.exec(said)?.[0];
      if (uri) done({ child, uri });
    });
  });
}

async function connect(uri: string, options?: MongoClientOptions): Promise<MongoClient> {
  const client = await MongoClient.connect(uri, options);
  left.push(() => client.close(true));
  return client;
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  return new Promise((done) => {
    child.removeAllListeners('exit');
    child.once('exit', (code) => done(code));
    child.kill(signal);
  });
}

let file: string;
beforeAll(() => {
  file = build();
});
afterAll(() => rmSync(built, { recursive: true, force: true }));

it('keeps every acknowledged write through kill -9', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-mongo-crash-'));
  const acknowledged = new Map<string, number>();
  const counters = new Map<string, number>();
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const { child, uri } = await start(file, folder);
      const client = await connect(uri, {
        serverSelectionTimeoutMS: 500,
        retryWrites: false,
      });
      const c = client.db('crash').collection<Document & { _id: string }>('writes');
      await c.createIndexes([
        { key: { writer: 1, n: -1 } },
        { key: { tags: 1 } },
        { key: { unique: 1 }, unique: true, sparse: true },
      ]);
      let stopped = false;
      const writers = Array.from({ length: 8 }, async (_, writer) => {
        for (let n = 0; !stopped; n++) {
          const id = `${round}-${writer}-${n}`;
          try {
            if (n % 3 === 2) {
              const name = `counter-${writer}`;
              const after = await c.findOneAndUpdate(
                { _id: name },
                { $inc: { n: 1 }, $set: { tags: [`t${n % 7}`] } },
                { upsert: true, returnDocument: 'after' },
              );
              counters.set(name, after!['n']);
            } else {
              await c.insertOne({
                _id: id,
                writer,
                n,
                unique: id,
                tags: ['all', `t${n % 5}`],
              });
              acknowledged.set(id, n);
            }
          } catch {
            if (stopped) return;
          }
        }
      });
      await new Promise((resume) => setTimeout(resume, 150 + Math.random() * 500));
      const gone = end(child, 'SIGKILL');
      stopped = true;
      await gone;
      await client.close(true);
      await Promise.all(writers);
    }
    const { child, uri } = await start(file, folder);
    const client = await connect(uri);
    const c = client.db('crash').collection<Document>('writes');
    const all = await c.find().toArray();
    const present = new Map(all.map((document) => [String(document['_id']), document]));
    const lost = [...acknowledged.keys()].filter((id) => !present.has(id));
    expect(lost).toEqual([]);
    // A counter may be one ahead: written, but killed before the answer.
    for (const [name, n] of counters)
      expect(present.get(name)!['n'] - n).toBeLessThanOrEqual(ROUNDS);
    for (const [name, n] of counters) expect(present.get(name)!['n']).toBeGreaterThanOrEqual(n);
    expect(await c.estimatedDocumentCount()).toBe(all.length);
    const counted = async (filter: Document, index: string): Promise<number> =>
      (await c.find(filter).hint(index).toArray()).length;
    expect(await counted({}, '_id_')).toBe(all.length);
    expect(await counted({ writer: { $gte: 0 } }, 'writer_1_n_-1')).toBe(
      all.filter((one) => 'writer' in one).length,
    );
    for (const tag of ['all', 't0', 't1', 't4']) {
      expect(await counted({ tags: tag }, 'tags_1')).toBe(
        all.filter((one) => one['tags']?.includes(tag)).length,
      );
    }
    expect(acknowledged.size).toBeGreaterThan(0);
    await client.close();
    expect(await end(child, 'SIGTERM')).toBe(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 120_000);

it('answers with an error when the disk is full, and lives', async () => {
  if (process.platform !== 'linux') return;
  const folder = mkdtempSync(join(tmpdir(), 'embedded-mongo-full-'));
  try {
    const { child, uri } = await start(file, folder, 20_000);
    const client = await connect(uri, { retryWrites: false });
    const c = client.db('full').collection('c');
    let stored = 0;
    const error = await (async () => {
      for (;;) {
        await c.insertMany(
          Array.from({ length: 300 }, (_, i) => ({ i: stored + i, text: 'y'.repeat(2000) })),
        );
        stored += 300;
      }
    })().catch((e: unknown) => e as { code: number });
    expect(error).toMatchObject({ code: 14031 });
    const whole = await c.countDocuments({ text: 'y'.repeat(2000) });
    expect(whole).toBeGreaterThanOrEqual(stored);
    expect(await c.estimatedDocumentCount()).toBe(whole);
    const { deletedCount } = await c.deleteMany({ i: { $lt: stored / 2 } });
    expect(deletedCount).toBe(stored / 2);
    await c.insertOne({ again: true });
    await client.close();
    expect(await end(child, 'SIGTERM')).toBe(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);

it('is copied while it is written to', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-mongo-copied-'));
  const copy = join(folder, 'copy');
  try {
    const original = await start(file, join(folder, 'data'));
    const client = await connect(original.uri);
    const c = client.db('copied').collection('c');
    const after = client.db('copied-after').collection('c');
    await c.createIndex({ i: 1 });
    await after.insertOne({ i: -1 });
    let stopped = false;
    let stored = 0;
    const writer = (async () => {
      while (!stopped) {
        await c.insertMany(
          Array.from({ length: 50 }, () => ({ i: stored++, text: 'z'.repeat(300) })),
        );
        await after.insertOne({ i: stored });
      }
    })();
    await new Promise((resume) => setTimeout(resume, 300));
    execFileSync(process.execPath, [file, '--dbpath', join(folder, 'data'), '--backup', copy]);
    stopped = true;
    await writer;
    await client.close();
    await end(original.child, 'SIGTERM');
    const restored = await start(file, copy);
    const other = await connect(restored.uri);
    const copied = other.db('copied').collection('c');
    const found = await copied.find().toArray();
    expect(found.length).toBeGreaterThan(0);
    expect(found.map((one) => one['i'])).toEqual(found.map((_, i) => i));
    expect(await copied.countDocuments({ i: { $gte: 0 } })).toBe(found.length);
    // What is written next takes no record of what was copied.
    expect(await copied.estimatedDocumentCount()).toBe(found.length);
    await copied.insertOne({ i: -1 });
    expect(await copied.find().toArray()).toHaveLength(found.length + 1);
    // Both databases as they were at one moment: what follows a write is not there without it.
    const followed = await other
      .db('copied-after')
      .collection('c')
      .find()
      .sort({ i: -1 })
      .toArray();
    expect([found.length, found.length - 50]).toContain(Math.max(0, followed[0]!['i']));
    await other.close();
    await end(restored.child, 'SIGTERM');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);
