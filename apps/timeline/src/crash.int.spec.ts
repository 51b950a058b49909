import { randomBytes, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Logger } from '@nestjs/common';
import { generateTokenKeys } from '@engawa/auth';
import { events, type EventEnvelope, type Post } from '@engawa/contracts';
import { type EventTransport, newEvent } from '@engawa/events';
import {
  answerAs,
  CrashWorker,
  dropNamespace,
  eventually,
  spaceFacts,
  staffFacts,
  startTestInfrastructure,
  type TestCaller,
  type TestInfrastructure,
} from '@engawa/testing';
import { crashPoints } from '../testing/src/crash-points';

Logger.overrideLogger(false);

/** Long form: `npm run test:long -- timeline-kills`. */
const kills = Number(process.env['ENGAWA_KILLS'] ?? 2);
const writes = Number(process.env['ENGAWA_WRITES'] ?? (kills >= 50 ? 2_000 : 120));
const LANES = 4;
const space = 'space-a';
const ann = { staffId: 'ann', space, role: 'staff' } as const;

/** A write with its key, sent until it is answered. */
interface Write {
  path: string;
  body: object;
  key: string;
  status: number;
}

interface Lane {
  /** The post whose reaction it toggles. */
  postId: string | null;
  toggles: number;
  write: Write | null;
}

describe(`${kills} kills of the timeline service while ${writes} writes are repeated`, () => {
  let infrastructure: TestInfrastructure;
  let env: Record<string, string>;
  let worker: CrashWorker;
  let owners: EventTransport;
  const namespace = `c${randomBytes(6).toString('hex')}`;
  const filesDir = path.join(tmpdir(), `engawa-files-${namespace}`);
  const published: EventEnvelope[] = [];
  const lanes: Lane[] = Array.from({ length: LANES }, () => ({
    postId: null,
    toggles: 0,
    write: null,
  }));
  /** What was acknowledged: memo → id. */
  const posts = new Map<string, string>();
  const comments = new Map<string, { id: string; postId: string }>();
  let acknowledged = 0;
  let repeated = 0;
  /** Empty until the service has lived long enough to name one. */
  let reactionId = '';

  beforeAll(async () => {
    infrastructure = await startTestInfrastructure();
    env = {
      LOG_LEVEL: 'silent',
      NODE_ENV: 'test',
      ...infrastructure.env,
      ...generateTokenKeys(),
      ENGAWA_NAMESPACE: namespace,
      ENGAWA_SECRET_KEY: randomBytes(32).toString('base64'),
      ENGAWA_PUBLIC_URL: 'http://localhost:4000',
      FILES_DIR: filesDir,
    };
    worker = CrashWorker.build('timeline', env);
    owners = await answerAs({ env }, 'owners', {
      'identity.findStaffs': () => [],
      'identity.findSpace': () => [],
      'members.findMembers': () => [],
    });
    await owners.follow(
      (event) => published.push(event),
      () => undefined,
    );
    const about = { space, actor: null, version: 1 };
    await owners.publish(
      newEvent(events.spaceCreated, {
        ...about,
        aggregate: { type: 'space', id: space },
        data: spaceFacts(),
      }),
    );
    await owners.publish(
      newEvent(events.staffAdded, {
        ...about,
        aggregate: { type: 'staff', id: 'ann' },
        data: staffFacts({ staffId: 'ann' }),
      }),
    );
  }, 120_000);
  afterAll(async () => {
    worker.killAll();
    await dropNamespace(namespace, env, owners);
    await owners.close();
    await infrastructure.stop();
    await rm(filesDir, { recursive: true, force: true });
  });

  /** The next write of a lane: a post, comments on it, its reaction on and off. */
  function nextWrite(lane: Lane): Write {
    const key = randomUUID();
    const memo = randomUUID();
    const kind = Math.random();
    if (lane.postId === null || kind < 0.5)
      return { path: '/posts', body: { memo }, key, status: 201 };
    if (kind < 0.75 || reactionId === '') {
      return { path: `/posts/${lane.postId}/comments`, body: { memo }, key, status: 201 };
    }
    return { path: `/posts/${lane.postId}/reactions`, body: { reactionId }, key, status: 200 };
  }

  function note(
    lane: Lane,
    { path: address, body }: Write,
    answer: { id: string; reacted: boolean },
  ) {
    acknowledged += 1;
    const { memo } = body as { memo: string };
    if (address === '/posts') {
      posts.set(memo, answer.id);
      lane.postId ??= answer.id;
    } else if (address.endsWith('/comments')) {
      comments.set(memo, { id: answer.id, postId: lane.postId! });
    } else {
      lane.toggles += 1;
      expect(answer.reacted).toBe(lane.toggles % 2 === 1);
    }
  }

  async function send(caller: TestCaller, write: Write) {
    return caller
      .post(write.path)
      .set('idempotency-key', write.key)
      .send(write.body)
      .catch(() => null);
  }

  /** Sends each write until it is answered, and then once more. */
  async function live(caller: TestCaller, lane: Lane, goOn: () => boolean): Promise<void> {
    while (goOn()) {
      const write = (lane.write ??= nextWrite(lane));
      const answer = await send(caller, write);
      if (!answer) continue;
      expect([write.path, answer.status, answer.body.code]).toEqual([
        write.path,
        write.status,
        undefined,
      ]);
      if (answer.headers['idempotency-replayed']) repeated += 1;
      lane.write = null;
      note(lane, write, answer.body);
      const again = await send(caller, write);
      if (!again) continue;
      expect([again.status, again.headers['idempotency-replayed']]).toEqual([write.status, 'true']);
      expect(again.body.id).toBe(answer.body.id);
    }
  }

  async function findReaction(caller: TestCaller): Promise<string> {
    const answer = await caller.get('/reactions').catch(() => null);
    return answer?.body.items?.[0]?.id ?? '';
  }

  async function allPosts(caller: TestCaller): Promise<Post[]> {
    const all: Post[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const page = (await caller.get(`/posts?limit=50${query}`).expect(200)).body as {
        items: Post[];
        nextCursor: string | null;
      };
      all.push(...page.items);
      cursor = page.nextCursor;
    }
    return all;
  }

  it(
    'leaves none undone and does none twice',
    async () => {
      const perLife = Math.ceil(writes / kills);
      for (let count = 0; count < kills; count += 1) {
        const point = crashPoints[count % crashPoints.length]!;
        const nth = 1 + Math.floor(Math.random() * 2 * perLife);
        const { ended, caller } = await worker.start(ann, point, nth);
        let alive = true;
        void ended.then(() => (alive = false));
        if (caller) {
          reactionId ||= await findReaction(caller);
          await Promise.all(lanes.map((lane) => live(caller, lane, () => alive)));
        }
        expect([point, await ended]).toEqual([point, 'SIGKILL']);
      }
      const { child, ended, caller } = await worker.start(ann, null);
      const mayStop = () => acknowledged >= writes && lanes.every(({ write }) => write === null);
      await Promise.all(lanes.map((lane) => live(caller!, lane, () => !mayStop())));

      const found = await allPosts(caller!);
      expect(found.map(({ memo }) => memo).sort()).toEqual([...posts.keys()].sort());
      for (const { id, memo } of found) expect(id).toBe(posts.get(memo));
      for (const { postId, toggles } of lanes) {
        const { body } = await caller!.get(`/posts/${postId}`).expect(200);
        const reacted = body.reactions.length > 0;
        expect([postId, reacted]).toEqual([postId, toggles % 2 === 1]);
        const { items } = (await caller!.get(`/posts/${postId}/comments?limit=100`).expect(200))
          .body;
        const memos = items.map(({ memo }: { memo: string }) => memo);
        expect(memos.length).toBe(new Set(memos).size);
        for (const memo of memos) expect(comments.get(memo)?.postId).toBe(postId);
      }
      // Each event is applied once, however often it is published.
      await eventually(() => {
        const told = published.filter(({ name }) => name === events.postCreated.name);
        const eventOf = new Map(told.map(({ id, aggregate }) => [id, aggregate.id]));
        expect([...eventOf.values()].sort()).toEqual([...posts.values()].sort());
      });
      if (kills >= 50) {
        // Of so many, some must have hit writes whose answers were lost; of three, chance decides.
        expect(repeated).toBeGreaterThan(0);
        process.stdout.write(
          `${kills} kills, ${acknowledged} writes acknowledged, ${repeated} of them found by a repeated request\n`,
        );
      }
      child.kill('SIGTERM');
      await ended;
    },
    60_000 + kills * 60_000,
  );
});
