import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { generateTokenKeys } from '@engawa/auth';
import { events, taskStatuses, type Task, type TaskStatus } from '@engawa/contracts';
import { type EventOf, type EventTransport, newEvent } from '@engawa/events';
import { changeMirror, mergeMirror } from '@engawa/mirror';
import {
  connectAs,
  CrashWorker,
  dropNamespace,
  eventually,
  startTestInfrastructure,
  type TestCaller,
  type TestInfrastructure,
} from '@engawa/testing';
import { crashPoints } from '../testing/src/crash-points';
import { type PostFacts, postFacts } from './task/task.fixture';

Logger.overrideLogger(false);

/** Long form: `npm run test:long -- tasks-kills`. */
const kills = Number(process.env['ENGAWA_KILLS'] ?? 2);
/** A short run starts at a random point. */
const first = Math.floor(Math.random() * crashPoints.length);
const space = 'space-a';
const ann = { staffId: 'ann', space };

/** A post on the timeline's side. */
interface Source {
  version: number;
  facts: PostFacts;
}

/** An acknowledged change of a user, and what was attempted after it. */
interface Wish {
  acknowledged: TaskStatus | null;
  since: TaskStatus[];
}

describe(`${kills} kills of the tasks service at named points`, () => {
  let infrastructure: TestInfrastructure;
  let env: Record<string, string>;
  let worker: CrashWorker;
  let timeline: EventTransport;
  const namespace = `c${randomBytes(6).toString('hex')}`;
  const sources = new Map<string, Source>();
  /** Tasks changed only over HTTP; the others are changed only by the timeline. */
  const wishes = new Map<string, Wish>();
  /** Tasks that the timeline has received, so that they can be changed. */
  const heard = new Set<string>();

  beforeAll(async () => {
    infrastructure = await startTestInfrastructure();
    env = {
      LOG_LEVEL: 'silent',
      NODE_ENV: 'test',
      ...infrastructure.env,
      ...generateTokenKeys(),
      ENGAWA_NAMESPACE: namespace,
    };
    worker = CrashWorker.build('tasks', env);
    timeline = await connectAs(env, 'timeline');
    await timeline.listen({
      service: 'timeline',
      names: [events.taskCreated.name, events.taskUpdated.name, events.taskDeleted.name],
      handle: async (event) => hear(event as EventOf<typeof events.taskUpdated>),
    });
  }, 120_000);
  afterAll(async () => {
    worker.killAll();
    await dropNamespace(namespace, env, timeline);
    await timeline.close();
    await infrastructure.stop();
  });

  /** Merges the task's mirror without publishing, as the timeline does. */
  function hear({ data }: EventOf<typeof events.taskUpdated>): void {
    const source = sources.get(data.postId)!;
    heard.add(data.taskId);
    source.facts.mirror = mergeMirror(source.facts.mirror, data.mirror).mirror;
  }

  async function tell(source: Source): Promise<void> {
    source.version += 1;
    const definition = source.version === 1 ? events.postCreated : events.postUpdated;
    const event = newEvent(definition, {
      ...{ space, actor: 'owner-1', version: source.version },
      aggregate: { type: 'post', id: source.facts.postId },
      data: structuredClone(source.facts),
    });
    // The timeline's outbox would repeat it; a lost acknowledgement is no lost event there.
    await eventually(() => timeline.publish(event));
  }

  function newSource(): Source {
    const source = { version: 0, facts: postFacts() };
    sources.set(source.facts.postId, source);
    if (sources.size % 2 === 0) {
      wishes.set(source.facts.postId, { acknowledged: null, since: [] });
    }
    return source;
  }

  const anyOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;

  async function patch(caller: TestCaller, id: string, wish: Wish): Promise<void> {
    const status = anyOf(taskStatuses);
    wish.since.push(status);
    const answer = await caller
      .patch(`/tasks/${id}`)
      .send({ status })
      .catch(() => null);
    if (answer?.status !== 200) return;
    wish.acknowledged = status;
    wish.since = [];
  }

  /** Writes and changes on both sides until told to end. */
  async function live(caller: TestCaller | null, goOn: () => boolean): Promise<void> {
    while (goOn()) {
      const fresh = newSource();
      await tell(fresh);
      // In step with the service, so that kills hit all kinds of work and not a backlog.
      while (goOn() && !heard.has(fresh.facts.postId)) await sleep(5);
      const edited = anyOf([...sources.values()].filter(({ facts }) => !wishes.has(facts.postId)));
      const change = { labelIds: [anyOf(['red', 'blue'])], assignUserId: anyOf(['ann', null]) };
      edited.facts.mirror = changeMirror(edited.facts.mirror!, change, 'timeline').mirror;
      await tell(edited);
      const known = [...wishes].filter(([id]) => heard.has(id));
      if (!caller || known.length === 0) continue;
      const [id, wish] = anyOf(known);
      await patch(caller, id, wish);
    }
  }

  it(
    'lose no acknowledged change, and end with both sides equal',
    async () => {
      for (let count = 0; count < kills; count += 1) {
        const point = crashPoints[(first + count) % crashPoints.length]!;
        const { ended, caller } = await worker.start(
          ann,
          point,
          5 + Math.floor(Math.random() * 20),
        );
        let alive = true;
        void ended.then(() => (alive = false));
        await live(caller, () => alive);
        expect([point, await ended]).toEqual([point, 'SIGKILL']);
      }

      const { child, ended, caller } = await worker.start(ann, null);
      for (const [id, { facts }] of sources) {
        await eventually(
          async () => {
            const { body, status } = await caller!.get(`/tasks/${id}`);
            expect([id, status]).toEqual([id, 200]);
            const { task, labelIds } = body as Task;
            const mirror = facts.mirror!;
            expect({ task, labelIds }).toEqual({
              task: {
                ...mirror.status.value,
                assignUserId: mirror.assignUserId.value,
                dueAt: mirror.dueAt.value,
              },
              labelIds: mirror.labelIds.value,
            });
          },
          { everyMs: 50 },
        );
      }
      let acknowledged = 0;
      for (const [id, wish] of wishes) {
        if (wish.acknowledged === null) continue;
        acknowledged += 1;
        const { status } = sources.get(id)!.facts.mirror!.status.value;
        expect([wish.acknowledged, ...wish.since]).toContain(status);
      }
      // Kills must have hit work; otherwise the test proves little.
      expect(acknowledged).toBeGreaterThan(0);
      child.kill('SIGTERM');
      await ended;
    },
    60_000 + kills * 60_000,
  );
});
