import type { EventBus } from '@engawa/events';
import { LiveContentsReader } from './live-contents';
import type { LiveEntry } from './live-log';

const written: LiveEntry = {
  id: '1',
  staffId: null,
  at: 0,
  message: {
    name: 'timeline.post.created',
    at: '2026-11-23T00:00:00.000Z',
    actor: null,
    aggregate: { type: 'post', id: 'p1' },
    version: 1,
    postId: 'p1',
    commentId: null,
  },
};

it.each([
  [1, 525],
  [100, 3_000],
  [2_000, 5_000],
])('lets %d readers wait up to %d ms for a timeline that is late', async (readers, ms) => {
  const asked: unknown[] = [];
  const bus = {
    ask: async (_name: string, _question: unknown, options: unknown) => {
      asked.push(options);
      return [];
    },
  };
  await new LiveContentsReader(bus as unknown as EventBus).read('space-a', [written], readers);
  expect(asked).toEqual([{ timeoutMillis: ms }]);
});
