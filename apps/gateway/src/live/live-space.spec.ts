import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { LiveMessage } from '@engawa/contracts';
import { eventually, staffClaims } from '@engawa/testing';
import type { LiveEntry } from './live-log';
import type { LiveContents } from './live-message';
import { LiveSocket } from './live-socket';
import { LiveSpace } from './live-space';

class Reader extends EventEmitter {
  readonly writableLength = 0;
  text = '';
  write(bytes: string | Buffer): boolean {
    this.text += bytes.toString();
    return true;
  }
  /** Names of the messages, with the id of each that is a position. */
  get messages(): string[] {
    return this.text
      .split('\n\n')
      .filter(Boolean)
      .map((block) => {
        const { name } = JSON.parse(/^data: (.*)$/m.exec(block)![1]!) as LiveMessage;
        const [, id] = /^id: (.*)$/m.exec(block) ?? [];
        return id ? `${id} ${name}` : name;
      });
  }
}

const entry = (id: string, name: string): LiveEntry => ({
  id,
  staffId: null,
  at: 0,
  message: {
    name,
    at: '2026-11-23T00:00:00.000Z',
    actor: null,
    aggregate: { type: 'any', id: 'p1' },
    version: 1,
    postId: 'p1',
    commentId: null,
  },
});

describe('LiveSpace', () => {
  const none: ReadonlyMap<number, LiveContents> = new Map();
  let reader: Reader;
  let space: LiveSpace;
  /** Ends the reads that are under way, in order. */
  let reads: { answer: () => void; fail: () => void; entries: readonly LiveEntry[] }[];

  beforeEach(() => {
    reads = [];
    reader = new Reader();
    space = new LiveSpace('space-a', {
      read: (_space, entries) =>
        new Promise((resolve, reject) => {
          reads.push({
            entries,
            answer: () => resolve(none),
            fail: () => reject(new Error('away')),
          });
        }),
    });
    space.sockets.add(
      new LiveSocket(reader as unknown as ServerResponse, staffClaims(), () => undefined),
    );
  });

  const isBeingRead = (count: number) => eventually(() => expect(reads).toHaveLength(count));

  it('writes a message that carries nothing before the post of an earlier one is read', async () => {
    space.add(entry('e1', 'timeline.post.created'));
    space.add(entry('e2', 'tasks.task.created'));
    await eventually(() => expect(reader.messages).toEqual(['tasks.task.created']));
    space.add(entry('e3', 'notifications.notification.created'));
    await eventually(() => expect(reader.messages).toHaveLength(2));
    reads[0]!.answer();
    await eventually(() => expect(reader.messages).toHaveLength(3));
    expect(reads).toHaveLength(1);
    // What overtook is no position: a reader that lost its connection in between lacks e1.
    expect(reader.messages).toEqual([
      'tasks.task.created',
      'notifications.notification.created',
      'e1 timeline.post.created',
    ]);
    space.add(entry('e4', 'tasks.task.updated'));
    await eventually(() => expect(reader.messages.at(-1)).toBe('e4 tasks.task.updated'));
  });

  it.each([
    'timeline.post.deleted',
    'timeline.reaction.added',
    'members.member.updated',
    'identity.staff.updated',
    'weather.rain.fell',
  ])('writes %s after the posts that were read before it', async (name) => {
    space.add(entry('e1', 'timeline.post.created'));
    await isBeingRead(1);
    space.add(entry('e2', name));
    space.add(entry('e3', 'tasks.task.created'));
    await eventually(() => expect(reader.messages).toEqual(['tasks.task.created']));
    reads[0]!.answer();
    await isBeingRead(2);
    reads[1]!.answer();
    await eventually(() => expect(reader.messages).toHaveLength(3));
    expect(reader.messages.slice(1)).toEqual(['e1 timeline.post.created', `e2 ${name}`]);
  });

  it('names what could not be read, and continues', async () => {
    space.add(entry('e1', 'timeline.post.created'));
    await isBeingRead(1);
    reads[0]!.fail();
    await eventually(() => expect(reader.messages).toEqual(['e1 timeline.post.created']));
    space.add(entry('e2', 'timeline.post.updated'));
    await isBeingRead(2);
    reads[1]!.answer();
    await eventually(() => expect(reader.messages).toHaveLength(2));
  });

  it('writes nothing that was read before it was cleared', async () => {
    space.add(entry('e1', 'timeline.post.created'));
    await isBeingRead(1);
    space.add(entry('e2', 'tasks.task.created'));
    space.clear();
    space.add(entry('e3', 'timeline.post.updated'));
    await isBeingRead(2);
    reads[0]!.answer();
    reads[1]!.answer();
    await eventually(() => expect(reader.messages).toEqual(['e3 timeline.post.updated']));
  });
});
