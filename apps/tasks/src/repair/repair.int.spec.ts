import { events, type TaskRepair } from '@engawa/contracts';
import { type EventTransport } from '@engawa/events';
import { changeMirror } from '@engawa/mirror';
import {
  answerAs,
  eventually,
  staffFacts,
  startTestService,
  type TestService,
} from '@engawa/testing';
import { tasks } from '../index';
import { commentFacts, mirrorOf, postFacts, type PostFacts } from '../task/task.fixture';
import { TaskRepository } from '../task/task.repository';
import type { Source } from './repair.rules';
import { RepairService } from './repair.service';

const healthy = { missing: 0, different: 0, orphaned: 0 };

describe('the repair of drift (TSK-4)', () => {
  let service: TestService;
  let timeline: EventTransport;
  /** What happens between the two looks at a difference. */
  let duringPause: () => Promise<void> = async () => undefined;
  /** The timeline's answers. */
  const sources = new Map<string, Source>();

  beforeAll(async () => {
    service = await startTestService(tasks);
    service.running.app.get(RepairService).pause = () => duringPause();
    timeline = await answerAs(service, 'timeline', {
      'timeline.findTaskSources': (asked: {
        kind: string;
        ids?: string[];
        after: string | null;
      }) => {
        const items = [...sources.values()]
          .filter(({ facts }) => (facts.commentId === null) === (asked.kind === 'post'))
          .filter(({ id }) => asked.ids?.includes(id) ?? id > (asked.after ?? ''))
          .sort((one, other) => (one.id < other.id ? -1 : 1));
        // Two per page, so that several pages are read.
        const page = asked.ids ? items : items.slice(0, 2);
        return { items: page, next: page.length < items.length ? page.at(-1)!.id : null };
      },
    });
  });

  afterAll(async () => {
    await timeline?.close();
    await service?.stop();
  });

  const admin = () => service.asStaff({ staffId: 'boss', role: 'generalAdmin' });

  async function repair(): Promise<TaskRepair> {
    return (await admin().post('/tasks/repair').expect(200)).body;
  }

  async function publish(facts: PostFacts, version: number): Promise<void> {
    sources.set(facts.commentId ?? facts.postId, {
      id: facts.commentId ?? facts.postId,
      version,
      deleted: false,
      facts,
    });
    const type = facts.commentId === null ? 'post' : 'comment';
    await service.publish(facts.commentId === null ? events.postUpdated : events.commentUpdated, {
      version,
      aggregate: { type, id: facts.commentId ?? facts.postId },
      data: facts as never,
    });
    await eventually(() =>
      admin()
        .get(`/tasks/${facts.commentId ?? facts.postId}`)
        .expect(200),
    );
  }

  it('reports zeros for a healthy space, and only admins may ask', async () => {
    for (let index = 0; index < 5; index += 1) {
      const post = postFacts();
      await publish(post, 1);
      await publish(commentFacts({ postId: post.postId }) as never, 1);
    }
    expect(await repair()).toEqual({ ...healthy, checked: 10 });
    await service.asStaff({ role: 'staff' }).post('/tasks/repair').expect(403);
  });

  it('finds and repairs what is missing, different on either side, and orphaned', async () => {
    const repository = service.running.app.get(TaskRepository);
    const [lost, stale, ahead, behind, orphan] = await Promise.all(
      [1, 2, 3, 4, 5].map(async () => {
        const facts = postFacts({ mirror: mirrorOf({ assignUserId: 'ann' }) });
        await publish(facts, 3);
        return facts;
      }),
    );
    // Lost events: a new task, another memo, another status.
    await repository['deleteWhere']('space-a', { id: lost!.postId });
    await repository.change('space-a', stale!.postId, (task) => ({
      set: { copy: { ...task.copy!, memo: 'from long ago' } },
    }));
    const done = { status: 'done', statusUpdatedAt: new Date().toISOString() } as const;
    const moved = changeMirror(ahead!.mirror!, { status: done }, 'timeline').mirror;
    sources.set(ahead!.postId, {
      ...sources.get(ahead!.postId)!,
      facts: { ...ahead!, mirror: moved },
    });
    // A local change that the timeline never received.
    await admin().patch(`/tasks/${behind!.postId}`).send({ status: 'skipped' }).expect(200);
    sources.delete(orphan!.postId);
    service.events.clear();

    const report = await repair();
    expect(report).toMatchObject({ missing: 1, different: 3, orphaned: 1 });

    const read = async (id: string) => (await admin().get(`/tasks/${id}`).expect(200)).body;
    expect((await read(lost!.postId)).task.assignUserId).toBe('ann');
    expect((await read(stale!.postId)).memo).toBe(stale!.memo);
    expect((await read(ahead!.postId)).task.status).toBe('done');
    await admin().get(`/tasks/${orphan!.postId}`).expect(404);
    // The timeline receives what it lacks.
    await eventually(() => {
      const said = service.events
        .of(events.taskUpdated)
        .find(({ data }) => data.taskId === behind!.postId);
      expect(said?.data.mirror.status.value.status).toBe('skipped');
      sources.set(behind!.postId, {
        ...sources.get(behind!.postId)!,
        facts: { ...behind!, mirror: said!.data.mirror },
      });
    });
    expect(await repair()).toMatchObject(healthy);
  });

  it('lists a space whose tasks are all lost', async () => {
    await service.publish(events.staffAdded, {
      space: 'space-lost',
      data: staffFacts({ staffId: 'ann' }),
    });
    const repairs = service.running.app.get(RepairService);
    await eventually(async () => expect(await repairs.listSpaces()).toContain('space-lost'));
  });

  it('does not report events in flight as drift', async () => {
    const facts = postFacts();
    await publish(facts, 1);
    const next = { ...facts, memo: 'a moment ago' };
    sources.set(facts.postId, { ...sources.get(facts.postId)!, version: 2, facts: next });
    const arrived = jest.fn(async () => {
      await publish(next, 2);
      await eventually(async () => {
        const { body } = await admin().get(`/tasks/${facts.postId}`).expect(200);
        expect(body.memo).toBe('a moment ago');
      });
    });
    duringPause = arrived;
    expect(await repair()).toMatchObject(healthy);
    expect(arrived).toHaveBeenCalledTimes(1);
    duringPause = async () => undefined;
  });

  it('reports that the timeline does not answer', async () => {
    await timeline.close();
    const silent = service.running.app.get(RepairService);
    await expect(silent.repair('space-a')).rejects.toThrow();
    const { body } = await admin().post('/tasks/repair').expect(503);
    expect(body.code).toBe('tasks.repair.timeline-unavailable');
  });
});
