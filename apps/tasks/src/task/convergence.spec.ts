import fc from 'fast-check';
import { taskStatuses, type Mirror } from '@engawa/contracts';
import { changeMirror, mergeMirror, newMirror } from '@engawa/mirror';
import { applyOwnChange, applySource, applyThread, isListed } from './task.rules';
import type { SourceCopy, SourceChange, TaskState } from './task.rules';

/**
 * Both sides of the mirror with the production functions, connected by an outbox and a stream that
 * loses nothing but repeats, delays and shuffles. A crash may happen between write, publish and
 * acknowledgement: the write and its event are one step, the others may be repeated.
 */
interface Source {
  id: string;
  version: number;
  gone: boolean;
  memo: string;
  mirror: Mirror | null;
}

type Message =
  { to: 'tasks'; change: SourceChange } | { to: 'timeline'; id: string; mirror: Mirror };

const postId = 'post';
const ids = [postId, 'comment'] as const;
const commentIdOf = (id: string) => (id === postId ? null : id);

class World {
  readonly sources = new Map<string, Source>(
    ids.map((id) => [id, { id, version: 1, gone: false, memo: 'first', mirror: null }]),
  );
  readonly tasks = new Map<string, TaskState>();
  /** Written with the change, not yet published. */
  readonly outbox: Message[] = [];
  /** Published; each may be delivered any number of times. */
  readonly stream: Message[] = [];
  readonly unacknowledged = new Set<Message>();

  constructor(
    /** Whether the timeline publishes changes made by a task, as its windows need it. */
    private readonly timelineTells: boolean,
  ) {}

  now = 1_000;

  private tellTasks(source: Source): void {
    const base = {
      id: source.id,
      postId,
      commentId: commentIdOf(source.id),
      version: source.version,
    };
    this.outbox.push({
      to: 'tasks',
      change: source.gone
        ? { ...base, gone: true }
        : { ...base, gone: false, copy: copyOf(source), mirror: source.mirror },
    });
  }

  private saveSource(source: Source, change: Partial<Source>): void {
    const next = { ...source, ...change, version: source.version + 1 };
    this.sources.set(source.id, next);
    this.tellTasks(next);
  }

  editSource(id: string, edit: Edit): void {
    const source = this.sources.get(id)!;
    if (edit.kind === 'delete')
      return void (!source.gone && this.saveSource(source, { gone: true }));
    if (edit.kind === 'undelete') {
      if (!source.gone) return;
      return this.saveSource(source, { gone: false, mirror: restored(source.mirror, this.now) });
    }
    if (source.gone) return;
    if (edit.kind === 'memo') return this.saveSource(source, { memo: edit.memo });
    const change = mirrorChangeOf(edit, this.now);
    if (!source.mirror) {
      if (edit.kind !== 'present' || !edit.value) return;
      const mirror = newMirror(
        {
          present: true,
          status: { status: 'waiting', statusUpdatedAt: new Date(this.now).toISOString() },
          assignUserId: null,
          labelIds: [],
          dueAt: null,
        },
        'timeline',
        this.now,
      );
      return this.saveSource(source, { mirror });
    }
    const result = changeMirror(source.mirror, change, 'timeline', this.now);
    if (result.moved) this.saveSource(source, { mirror: result.mirror });
  }

  editTask(id: string, edit: Edit): void {
    const state = this.tasks.get(id);
    if (!state?.mirror || !isListed(state)) return;
    const change =
      edit.kind === 'delete' ? { present: false } : mirrorChangeOf(edit, this.now, true);
    const merged = applyOwnChange(state, changeMirror(state.mirror, change, 'tasks', this.now));
    if (merged) this.saveTask(merged.state, merged.change !== null);
  }

  private saveTask(state: TaskState, tell: boolean): void {
    this.tasks.set(state.id, state);
    if (tell && state.mirror) {
      this.outbox.push({ to: 'timeline', id: state.id, mirror: state.mirror });
    }
  }

  publish(pick: number, repeats: boolean): void {
    if (this.outbox.length === 0) return;
    const at = pick % this.outbox.length;
    const message = this.outbox[at]!;
    this.stream.push(message);
    this.unacknowledged.add(message);
    // A crash before the removal leaves it to be published again.
    if (!repeats) this.outbox.splice(at, 1);
  }

  deliver(pick: number, acknowledged: boolean): void {
    if (this.stream.length === 0) return;
    const message = this.stream[pick % this.stream.length]!;
    if (message.to === 'timeline') this.receiveTask(message.id, message.mirror);
    else this.receiveSource(message.change);
    if (acknowledged) this.unacknowledged.delete(message);
  }

  private receiveTask(id: string, mirror: Mirror): void {
    const source = this.sources.get(id)!;
    // Like the timeline: deleted content ignores changes.
    if (source.gone) return;
    const result = mergeMirror(source.mirror, mirror);
    if (!result.moved) return;
    if (this.timelineTells && result.changed.length > 0) {
      return this.saveSource(source, { mirror: result.mirror });
    }
    this.sources.set(id, { ...source, mirror: result.mirror });
  }

  private receiveSource(change: SourceChange): void {
    const merged = applySource(this.tasks.get(change.id) ?? null, change);
    if (merged) this.saveTask(merged.state, merged.change !== null);
    const post = this.tasks.get(postId);
    const comment = this.tasks.get('comment');
    if (!post || !comment) return;
    const under = post.source.wasGone ? applyThread(comment, post.source) : null;
    if (under) this.saveTask(under.state, under.change !== null);
  }

  /** Restarts everything and processes what is left. */
  deliverAll(): void {
    for (let turn = 0; turn < 10_000; turn += 1) {
      if (this.outbox.length > 0) this.publish(turn, false);
      else if (this.unacknowledged.size > 0) {
        const message = [...this.unacknowledged][turn % this.unacknowledged.size]!;
        this.deliver(this.stream.indexOf(message), true);
      } else return;
    }
    throw new Error('The two sides keep talking: an echo');
  }
}

/** Restored content gets new stamps (timeline, content.rules). */
function restored(mirror: Mirror | null, now: number): Mirror | null {
  if (!mirror?.present.value) return mirror;
  const without = changeMirror(mirror, { present: false }, 'timeline', now).mirror;
  return changeMirror(without, { present: true }, 'timeline', now).mirror;
}

function copyOf(source: Source): SourceCopy {
  const at = '2026-11-21T00:00:00.000Z';
  return {
    ownerId: 'owner',
    memo: source.memo,
    memberIds: ['member'],
    mentions: [],
    talkedAt: at,
    createdAt: at,
  };
}

type Edit =
  | { kind: 'memo'; memo: string }
  | { kind: 'present'; value: boolean }
  | { kind: 'status'; value: (typeof taskStatuses)[number] }
  | { kind: 'assign'; value: string | null }
  | { kind: 'labels'; value: string[] }
  | { kind: 'due'; value: string | null }
  | { kind: 'delete' | 'undelete' };

function mirrorChangeOf(edit: Edit, now: number, onTask = false) {
  if (edit.kind === 'present' && !onTask) return { present: edit.value };
  if (edit.kind === 'status') {
    return { status: { status: edit.value, statusUpdatedAt: new Date(now).toISOString() } };
  }
  if (edit.kind === 'assign') return { assignUserId: edit.value };
  if (edit.kind === 'labels') return { labelIds: edit.value };
  if (edit.kind === 'due') return { dueAt: edit.value };
  return {};
}

const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('memo' as const), memo: fc.string() }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('present' as const), value: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('status' as const),
      value: fc.constantFrom(...taskStatuses),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('assign' as const),
      value: fc.constantFrom(null, 'ann', 'bob'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('labels' as const),
      value: fc.subarray(['red', 'blue']),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('due' as const),
      value: fc.constantFrom(null, '2026-12-01T00:00:00.000Z', '2026-12-24T09:00:00.000Z'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('delete' as const, 'undelete') }) },
);

const step = fc.oneof(
  fc.record({
    do: fc.constant('editSource' as const),
    id: fc.constantFrom(...ids),
    edit,
    clock: fc.integer({ min: -50, max: 50 }),
  }),
  fc.record({
    do: fc.constant('editTask' as const),
    id: fc.constantFrom(...ids),
    edit,
    clock: fc.integer({ min: -50, max: 50 }),
  }),
  fc.record({ do: fc.constant('publish' as const), pick: fc.nat(50), crash: fc.boolean() }),
  fc.record({ do: fc.constant('deliver' as const), pick: fc.nat(50), crash: fc.boolean() }),
);

describe('the two sides of the mirror (TSK-4)', () => {
  it('end equal after any history of edits, delays, repetitions and crashes', () => {
    let listed = 0;
    let hidden = 0;
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.boolean(), (steps, timelineTells) => {
        const world = new World(timelineTells);
        for (const id of ids) world.editSource(id, { kind: 'present', value: true });
        for (const action of steps) {
          if ('clock' in action) world.now = Math.max(0, world.now + action.clock);
          if (action.do === 'editSource') world.editSource(action.id, action.edit);
          if (action.do === 'editTask') world.editTask(action.id, action.edit);
          if (action.do === 'publish') world.publish(action.pick, action.crash);
          if (action.do === 'deliver') world.deliver(action.pick, !action.crash);
        }
        world.deliverAll();

        const post = world.sources.get(postId)!;
        for (const id of ids) {
          const source = world.sources.get(id)!;
          const task = world.tasks.get(id)!;
          const shown = source.mirror!.present.value && !source.gone && !post.gone;
          expect(isListed(task)).toBe(shown);
          if (!source.gone) {
            expect(task.mirror).toEqual(source.mirror);
            expect(task.copy).toEqual(copyOf(source));
          }
          if (shown) listed += 1;
          else hidden += 1;
        }
      }),
      { numRuns: 2_000 },
    );
    // The histories must reach both ends; otherwise the test proves little.
    expect(listed).toBeGreaterThan(200);
    expect(hidden).toBeGreaterThan(200);
  });
});
