import type { Handover, Happening, HappeningKind, MemberRef, Post } from '@engawa/contracts';
import { groupByMember, leftOut, questionOf, readRange } from './handover.rules';

describe('today', () => {
  it('reads its range from the address, and begins where one was last', () => {
    expect(readRange(new URLSearchParams())).toBe('last');
    expect(readRange(new URLSearchParams('since=week'))).toBe('week');
    expect(readRange(new URLSearchParams('since=2020'))).toBe('last');
  });

  it('asks for a moment, or leaves it to the server', () => {
    const now = Date.parse('2026-11-21T01:00:00.000Z');
    expect(questionOf('last', now)).toEqual({});
    expect(questionOf('day', now)).toEqual({ since: '2026-11-20T01:00:00.000Z' });
    expect(questionOf('month', now)).toEqual({ since: '2026-10-22T01:00:00.000Z' });
  });

  describe('groups what happened', () => {
    const member = (id: string) => ({ id }) as MemberRef;
    const post = (id: string, ...members: MemberRef[]) => ({ id, members }) as Post;
    const happening = (kind: HappeningKind, postId: string, at: string) =>
      ({ id: `${kind}-${postId}-${at}`, kind, postId, at }) as Happening;
    const handover = (...items: Happening[]): Handover => ({
      since: '',
      until: '',
      sections: items.map((item) => ({ kind: item.kind, count: 3, items: [item] })),
    });
    const sato = member('sato');
    const aoki = member('aoki');

    it('by the first member, the latest first, and posts that name nobody last', () => {
      const groups = groupByMember(
        handover(
          happening('postWritten', 'p1', '2026-11-21T01'),
          happening('postWritten', 'p2', '2026-11-21T02'),
          happening('commentWritten', 'p1', '2026-11-21T05'),
          happening('postWritten', 'p3', '2026-11-21T09'),
          happening('postWritten', 'gone', '2026-11-21T09'),
        ),
        [post('p1', sato, aoki), post('p2', aoki), post('p3')],
      );
      expect(groups.map((group) => [group.member, group.rows.map((row) => row.post.id)])).toEqual([
        [sato, ['p1']],
        [aoki, ['p2']],
        [null, ['p3']],
      ]);
      expect(groups[0]?.rows[0]).toMatchObject({
        counts: { postWritten: 1, commentWritten: 1 },
        at: '2026-11-21T05',
      });
    });

    it('without must-reads, which have a part of their own', () => {
      const found = handover(happening('mustRead', 'p1', '2026-11-21T01'));
      expect(groupByMember(found, [post('p1', sato)])).toEqual([]);
      expect(leftOut(found)).toBe(0);
    });

    it('and counts what the answer left out', () => {
      const found = handover(
        happening('postWritten', 'p1', '2026-11-21T01'),
        happening('taskDone', 'p1', '2026-11-21T02'),
      );
      expect(leftOut(found)).toBe(4);
    });
  });
});
