import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateTokenKeys } from '@engawa/auth';
import {
  events,
  type DataOf,
  type EventEnvelope,
  type Member,
  type MemberImport,
} from '@engawa/contracts';
import { derivedId } from '@engawa/events';
import {
  callerOf,
  connectAs,
  eventually,
  startTestInfrastructure,
  type TestCaller,
  type TestInfrastructure,
} from '@engawa/testing';
import { MongoClient, type Db } from 'mongodb';
import { KilledProcess } from '../testing/killed-process';

/** Long form: `npm run test:long -- import-kills`. */
const kills = Number(process.env['ENGAWA_KILLS'] ?? 2);
const rows = Number(process.env['ENGAWA_ROWS'] ?? 500);
const PATIENCE = { timeoutMs: 120_000 + rows * 20, everyMs: 50 };

let infrastructure: TestInfrastructure;
let env: Record<string, string>;
let service: KilledProcess;
let admin: TestCaller;
const dir = mkdtempSync(path.join(tmpdir(), 'engawa-members-kill-'));
const heard: EventEnvelope[] = [];
let stopHearing: () => Promise<void>;

beforeAll(async () => {
  infrastructure = await startTestInfrastructure();
  const keys = generateTokenKeys();
  env = {
    ...infrastructure.env,
    ...keys,
    LOG_LEVEL: 'silent',
    ENGAWA_SECRET_KEY: randomBytes(32).toString('base64'),
    ENGAWA_NAMESPACE: `k${randomBytes(4).toString('hex')}`,
    FILES_DIR: dir,
  };
  const transport = await connectAs(env, 'testing');
  await transport.follow(
    (event) => heard.push(event),
    () => undefined,
  );
  stopHearing = () => transport.close();
  service = await KilledProcess.start(env);
  admin = callerOf(service.url, keys.ENGAWA_TOKEN_PRIVATE_KEY, {
    role: 'generalAdmin',
    exp: Math.floor(Date.now() / 1_000) + 24 * 3_600,
  });
}, 180_000);
afterAll(async () => {
  await service?.stop();
  await stopHearing?.();
  await infrastructure?.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** Retries until the service is back and answers as expected. */
function ask<Body>(path: string): Promise<Body> {
  return eventually(async () => (await admin.get(path).expect(200)).body as Body, PATIENCE);
}
async function importOf(csv: string, query = '?dryRun=false'): Promise<string> {
  const answer = await admin
    .post(`/members/imports/add${query}`)
    .attach('file', Buffer.from(csv), 'kill.csv')
    .expect(202);
  return (answer.body as MemberImport).id;
}
/** Waits until the job has reached a fraction of its way, 0 to 1, or its end. */
async function reaches(
  id: string,
  part: number,
  { under, end }: { under: string; end: string } = { under: 'running', end: 'done' },
): Promise<MemberImport> {
  return eventually(async () => {
    const job = await ask<MemberImport>(`/members/imports/${id}`);
    const isUnderWay = job.state === under && job.processed >= rows * part;
    expect([job.state, isUnderWay || job.state === end]).toEqual([job.state, true]);
    return job;
  }, PATIENCE);
}
async function finished(id: string, state = 'done'): Promise<MemberImport> {
  return eventually(async () => {
    const job = await ask<MemberImport>(`/members/imports/${id}`);
    expect(job.state).toBe(state);
    return job;
  }, PATIENCE);
}
/** Ids and versions of members in events of imports. */
function told() {
  return heard
    .filter((event) => event.name === events.membersImported.name)
    .flatMap((event) => (event.data as DataOf<typeof events.membersImported>).members);
}
async function inDatabase<T>(work: (database: Db) => Promise<T>): Promise<T> {
  const client = await MongoClient.connect(env['MONGODB_URI']!);
  try {
    return await work(client.db(`${env['ENGAWA_NAMESPACE']}_members`));
  } finally {
    await client.close();
  }
}
/** SIGKILL and a new process, which does not have to wait until the leases of the killed one end. */
async function killService(): Promise<void> {
  const endLease = (field: string) =>
    [{ [field]: { $type: 'date' } }, { $set: { [field]: new Date() } }] as const;
  await service.kill(() =>
    inDatabase(async (database) => {
      await database.collection('imports').updateMany(...endLease('waitingSince'));
      await database.collection('memberTypeSets').updateMany(...endLease('clearingSince'));
    }),
  );
}
/** All members of a list, counted in the database. */
async function all(query: string): Promise<Member[]> {
  const found: Member[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: { items: Member[]; nextCursor: string | null } = await ask(
      `/members?limit=100${query}${cursor ? `&cursor=${cursor}` : ''}`,
    );
    found.push(...page.items);
    cursor = page.nextCursor;
  }
  return found;
}

describe(`${kills} kills of the process`, () => {
  let typeId: string;

  it(
    `during an import of ${rows} rows leave each row done once`,
    async () => {
      const type = await admin.post('/member-types').send({ name: '消える種別' }).expect(201);
      typeId = type.body.id;
      const lines = Array.from({ length: rows }, (_, n) => `会員${n},太郎,消える種別`);
      const id = await importOf(`姓,名,会員種別\n${lines.join('\n')}\n`);
      for (let kill = 0; kill < kills; kill += 1) {
        await reaches(id, kill / kills);
        await sleep(Math.random() * 100);
        await killService();
      }
      const done = await finished(id);
      expect(done).toMatchObject({ processed: rows, counts: { add: rows, duplicate: 0 } });
      const members = await all('');
      expect(members).toHaveLength(rows);
      expect(new Set(members.map(({ familyName }) => familyName)).size).toBe(rows);
      await eventually(() => {
        expect(new Set(told().map(({ memberId }) => memberId)).size).toBe(rows);
        expect(told().every(({ version }) => version === 1)).toBe(true);
      }, PATIENCE);
    },
    15 * 60_000,
  );

  it(
    'after a rename of a type leave all its members with the new name',
    async () => {
      await admin
        .patch(`/member-types/${typeId}`)
        .set('if-match', '*')
        .send({ name: '変わった種別' })
        .expect(200);
      await killService();
      const members = await all(`&typeId=${typeId}`);
      expect(members).toHaveLength(rows);
      expect(new Set(members.map(({ typeOfContract }) => typeOfContract))).toEqual(
        new Set(['変わった種別']),
      );
    },
    15 * 60_000,
  );

  it(
    `while ${rows} members follow the deletion of their type leave nobody behind`,
    async () => {
      const cleared = () =>
        new Set(
          heard
            .filter((event) => event.name === events.memberUpdated.name)
            .filter((event) => (event.data as DataOf<typeof events.memberUpdated>).typeId === null)
            .map((event) => event.aggregate.id),
        ).size;
      await admin.delete(`/member-types/${typeId}`).expect(204);
      for (let kill = 0; kill < kills; kill += 1) {
        await eventually(
          () => expect(cleared()).toBeGreaterThanOrEqual((rows * kill) / kills),
          PATIENCE,
        );
        await killService();
      }
      await eventually(() => expect(cleared()).toBe(rows), PATIENCE);
      const members = await all('');
      expect(members.filter((member) => member.typeId !== null)).toEqual([]);
      // Each member changed twice: added and cleared.
      expect(new Set(members.map(({ version }) => version))).toEqual(new Set([2]));
    },
    15 * 60_000,
  );

  it(
    `during the revert of an import of ${rows} rows revert each member once`,
    async () => {
      const lines = Array.from({ length: rows }, (_, n) => `撤回${n},次郎`);
      const id = await importOf(`姓,名\n${lines.join('\n')}\n`);
      await finished(id);
      await admin.post(`/members/imports/${id}/revert`).expect(202);
      for (let kill = 0; kill < kills; kill += 1) {
        await reaches(id, kill / kills, { under: 'reverting', end: 'reverted' });
        await sleep(Math.random() * 100);
        await killService();
      }
      const done = await finished(id, 'reverted');
      expect(done).toMatchObject({ processed: rows, reverted: rows, notReverted: 0 });
      expect(await all(`&q=${encodeURIComponent('撤回')}`)).toEqual([]);
      await eventually(() => {
        const versions = told()
          .filter(({ familyName }) => familyName.startsWith('撤回'))
          .map(({ memberId, version, deleted }) => `${memberId} ${version} ${deleted}`);
        const each = new Set(versions);
        expect([...each].filter((one) => one.endsWith(' 1 false'))).toHaveLength(rows);
        expect([...each].filter((one) => one.endsWith(' 2 true'))).toHaveLength(rows);
        expect(each.size).toBe(2 * rows);
      }, PATIENCE);
    },
    15 * 60_000,
  );

  it(
    'between the attempts of a step that always fails leave no member without its event',
    async () => {
      const lines = Array.from({ length: 20 }, (_, n) => `欠員${n},花子`);
      const id = await importOf(`姓,名\n${lines.join('\n')}\n`, '');
      await finished(id, 'checked');
      // The id of row 13 is taken for ever, so that its step ends in its middle.
      const { space } = admin.claims!;
      const taken = { id: derivedId(id, '13'), space, version: 1, purge: true };
      await inDatabase((database) =>
        database
          .collection('members')
          .insertOne({ _id: `${space}/${taken.id}` as never, ...taken }),
      );
      await admin.post(`/members/imports/${id}/run`).send({}).expect(202);
      const written = () => all(`&q=${encodeURIComponent('欠員')}`);
      await eventually(async () => expect(await written()).toHaveLength(12), PATIENCE);
      await killService();
      // The last attempt, at once.
      await inDatabase((database) =>
        database
          .collection('imports')
          .updateOne({ id, space }, { $set: { attempts: 4, waitingSince: new Date() } }),
      );
      expect(await finished(id, 'failed')).toMatchObject({ processed: 0 });
      const ids = (await written()).map((member) => member.id);
      expect(ids).toHaveLength(12);
      const toldIds = () => told().map(({ memberId }) => memberId);
      await eventually(() => expect(toldIds()).toEqual(expect.arrayContaining(ids)), PATIENCE);
    },
    15 * 60_000,
  );
});
