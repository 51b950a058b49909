import { events, type LiveMessage } from '@engawa/contracts';
import { distinctTags, tagsOf } from './live-tags';

const message = (name: string): LiveMessage => ({
  name,
  at: '2026-11-21T05:30:00.000Z',
  actor: null,
  aggregate: { type: 'x', id: 'a1' },
  version: 2,
  postId: 'p1',
  commentId: null,
});

/** Merged into feeds by the timeline feature. */
const byTheFeed = ['timeline.reaction.added', 'timeline.reaction.removed'];

describe('tags of live messages', () => {
  it.each(
    Object.values(events)
      .filter((event) => event.audience !== 'services' && !byTheFeed.includes(event.name))
      .map((event) => event.name),
  )('%s makes something stale', (name) => {
    expect(tagsOf(message(name)).length).toBeGreaterThan(0);
  });

  it('name the thread of a comment', () => {
    expect(tagsOf({ ...message('timeline.comment.created'), commentId: 'c1' })).toEqual([
      { type: 'Comments', id: 'p1' },
    ]);
  });

  it('are those of saved views, too, when a member is merged or the merge is undone', () => {
    const savedViews = { type: 'SavedView', id: 'LIST' };
    expect(tagsOf(message('members.member.deleted'))).toContainEqual(savedViews);
    expect(tagsOf(message('members.member.restored'))).toContainEqual(savedViews);
    expect(tagsOf(message('members.member.updated'))).not.toContainEqual(savedViews);
  });

  it('are those of every member when a type is renamed or deleted', () => {
    expect(tagsOf(message('members.memberType.renamed'))).toContainEqual({ type: 'Member' });
    expect(tagsOf(message('members.memberType.deleted'))).toContainEqual({ type: 'Member' });
  });

  it('are none for a ranking that the message carries', () => {
    const changed = message('timeline.ranking.changed');
    expect(tagsOf({ ...changed, ranking: { month: '2026-11', items: [] } })).toEqual([]);
    expect(tagsOf(changed)).toEqual([{ type: 'Ranking', id: 'LIST' }]);
  });

  it('are asked for once', () => {
    const tags = [message('tasks.task.updated'), message('tasks.task.updated')].flatMap(tagsOf);
    expect(distinctTags(tags)).toEqual([
      { type: 'Task', id: 'a1' },
      { type: 'Task', id: 'LIST' },
      { type: 'TaskCount', id: 'LIST' },
    ]);
  });

  it('ignore what this version does not know', () => {
    expect(tagsOf(message('weather.rain.fell'))).toEqual([]);
  });
});
