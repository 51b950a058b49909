import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { events, type Label, type Member, type Post } from '@engawa/contracts';
import { identity } from '@engawa/identity';
import { integrations } from '@engawa/integrations';
import { members } from '@engawa/members';
import { notifications } from '@engawa/notifications';
import { search } from '@engawa/search';
import { tasks } from '@engawa/tasks';
import {
  eventually,
  spaceFacts,
  staffFacts,
  startTestSystem,
  type TestSystem,
} from '@engawa/testing';
import { timeline } from '@engawa/timeline';
import { MongoClient } from 'mongodb';
import { connections, ConnectionStates } from 'mongoose';

const workspace = path.resolve(__dirname, '../../..');

/**
 * Most database commands of all services for a post with a member and a label: ten, and what events
 * that do not come together add. What is computed after a pause is not counted: on a slow machine that happens for each post.
 */
const MOST_COMMANDS = 12;
/** Most bytes that the database writes for it: pages of its file, and some kB of answers. */
const MOST_BYTES = 450_000;
const POSTS = 40;

/** Background loops of the services, independent of writes. */
const background = ['eventStreams', 'textDirectories', 'textBlocks'];
/**
 * Commands after a pause: figures of days and members, the index of texts, the removal of published
 * events.
 */
const afterPauses = new Set([
  'find entries',
  'find names',
  'find members',
  'find spaceZones',
  'find memberHealth',
  'distinct memberHealth',
  'find snoozes',
  'find radarSettings',
  'find reachOuts',
  'find matches',
  'find customFieldSets',
  'find directorySpaces',
  'update insightDays',
  'aggregate tallies',
  'insert eventJournal',
  'update posts',
]);

interface Database {
  uri: string;
  process: { pid: number; stop(): Promise<void> };
}

/** A process of its own, so that what it writes can be measured. */
let database: Database;
let dir: string;
let system: TestSystem;
/** Its own commands are not counted. */
let client: MongoClient;
/** Names of the commands and their collections. */
const commands: string[] = [];

beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'engawa-commands-'));
  const { startMongo } = await import(path.join(workspace, 'deploy/servers/mongo.mjs'));
  const log = openSync(path.join(dir, 'mongo.log'), 'a');
  database = await startMongo({ dir: path.join(dir, 'mongo'), log, embedded: true });
  client = await MongoClient.connect(database.uri);
  const uri = new URL(database.uri);
  uri.searchParams.set('monitorCommands', 'true');
  system = await startTestSystem({
    services: [timeline, identity, members, tasks, notifications, search, integrations],
    env: { MONGODB_URI: uri.href },
  });
  for (const connection of connections) {
    if (connection.readyState !== ConnectionStates.connected) continue;
    connection.getClient().on('commandStarted', ({ commandName: name, command }) => {
      // Loops query all spaces; commands caused by a post name its space.
      if (!JSON.stringify(command).includes('space-a')) return;
      const collection = String(command[name]);
      const shown = `${name} ${collection}`;
      if (!background.includes(collection) && !afterPauses.has(shown)) commands.push(shown);
    });
  }
}, 120_000);

afterAll(async () => {
  await client?.close();
  await system?.stop();
  await database?.process.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** What the database has written; NaN without /proc. */
function bytesWritten(): number {
  try {
    const io = readFileSync(`/proc/${database.process.pid}/io`, 'utf8');
    return Number(/^wchar: (\d+)/m.exec(io)![1]);
  } catch {
    return Number.NaN;
  }
}

function on(service: string) {
  return system.asStaff({ staffId: 'ann', role: 'staff' }, service);
}

it('commands and bytes stay below their bounds for one post, over all services', async () => {
  await system.publish(events.spaceCreated, { data: spaceFacts({ spaceId: 'space-a' }) });
  await system.publish(events.staffAdded, { data: staffFacts({ staffId: 'ann' }) });
  const added = await on('members').post('/members').send({ familyName: '藤原' }).expect(201);
  const { id } = added.body as Member;
  const admin = system.asStaff({ staffId: 'ann', role: 'primaryAdmin' }, 'timeline');
  const made = await eventually(() => admin.post('/labels').send({ name: '見学' }).expect(201));
  const { id: labelId } = made.body as Label;
  const send = (memo: string) =>
    on('timeline')
      .post('/posts')
      .send({ memo, memberIds: [id], labelIds: [labelId] });
  const write = async (memo: string) => {
    const { body } = await send(memo).expect(201);
    return (body as Post).id;
  };
  // Read past the services: how often a slow machine is asked must not count.
  const copied = async (postId: string) => {
    for (const [service, collection] of [
      ['members', 'talks'],
      ['search', 'entries'],
    ] as const) {
      const stored = client.db(`${system.namespace}_${service}`).collection(collection);
      expect([collection, await stored.findOne({ id: postId })]).toEqual([
        collection,
        expect.objectContaining({ id: postId }),
      ]);
    }
  };
  const found = async (memo: string) => {
    const { body } = await on('search').get('/search/posts').query({ q: memo }).expect(200);
    expect(body.total).toBe(1);
  };
  await eventually(() => write('はじめの面談'));
  await eventually(() => found('はじめの'));
  // Names that changed a moment ago are read for each post.
  let warmUp = 0;
  await eventually(
    async () => {
      commands.length = 0;
      warmUp += 1;
      await write(`準備の${warmUp}回目`);
      expect(commands).not.toContain('find directoryMembers');
      expect(commands).not.toContain('find labels');
    },
    // Not faster, or a loaded machine gets a backlog of posts.
    { everyMs: 300 },
  );
  await eventually(() => found(`準備の${warmUp}回目`));
  const count = async (round: string) => {
    commands.length = 0;
    const before = bytesWritten();
    let last = '';
    for (let n = 0; n < POSTS; n += 1) last = await write(`${round}${n}回目の面談`);
    await eventually(() => copied(last));
    return { commands: commands.length / POSTS, bytes: (bytesWritten() - before) / POSTS };
  };
  // What follows from a new space and its first names ends meanwhile.
  await count('春の');
  const each = await count('秋の');
  // The insert of the post alone is one: with fewer, nothing was counted.
  expect(each.commands).toBeGreaterThan(1);
  expect(each.commands).toBeLessThanOrEqual(MOST_COMMANDS);
  expect(Number.isNaN(each.bytes) ? 0 : each.bytes).toBeLessThanOrEqual(MOST_BYTES);
  // What spares commands does not let a post name what is gone.
  expect(commands.filter((command) => command === 'find labels').length).toBeLessThan(POSTS / 2);
  await admin.delete(`/labels/${labelId}`).expect(204);
  expect((await send('もうないラベル')).body).toMatchObject({
    code: 'timeline.post.unknown-label',
  });
}, 240_000);
