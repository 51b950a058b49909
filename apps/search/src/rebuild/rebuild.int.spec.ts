import { events, type DataOf, type SearchRebuild } from '@engawa/contracts';
import type { EventTransport } from '@engawa/events';
import { explainOf } from '@engawa/persistence';
import {
  answerAs,
  eventually,
  memberFacts,
  staffFacts,
  startTestService,
  type TestService,
} from '@engawa/testing';
import { DIRECTORY_ID } from '@engawa/text-search';
import { EntryIndex } from '../entry/entry-index.service';
import { EntryRepository } from '../entry/entry.repository';
import { search } from '../index';

type PostFacts = DataOf<typeof events.postCreated>;

describe('the rebuild of the index (SRC-3)', () => {
  let service: TestService;
  const owners: EventTransport[] = [];
  /** The timeline's answers. */
  const sources = new Map<string, { version: number; deleted: boolean; facts: PostFacts }>();

  beforeAll(async () => {
    service = await startTestService(search);
    const timeline = await answerAs(service, 'timeline', {
      'timeline.findTaskSources': (asked: {
        kind: string;
        ids?: string[];
        after?: string | null;
        all: boolean;
      }) => {
        const items = [...sources]
          .map(([id, told]) => ({ id, ...told }))
          .filter(
            ({ facts }) => asked.all && (facts.commentId === null) === (asked.kind === 'post'),
          )
          .filter(({ id }) => asked.ids?.includes(id) ?? id > (asked.after ?? ''))
          .sort((one, other) => (one.id < other.id ? -1 : 1));
        // Two per page, so that several pages are read.
        const page = asked.ids ? items : items.slice(0, 2);
        return { items: page, next: page.length < items.length ? page.at(-1)!.id : null };
      },
      'timeline.findLabels': ({ ids }: { ids: string[] }) =>
        ids.map((labelId) => ({ labelId, name: '雑談', isIssue: false, order: 1, version: 1 })),
    });
    const identity = await answerAs(service, 'identity', {
      'identity.findStaffs': ({ ids }: { ids: string[] }) =>
        ids.map((staffId) => ({ ...staffFacts({ staffId, displayName: '佐伯 昭' }), version: 1 })),
    });
    const members = await answerAs(service, 'members', {
      'members.findMembers': ({ ids }: { ids: string[] }) =>
        ids.map((memberId) => ({ ...memberFacts({ memberId, familyName: '荒巻' }), version: 1 })),
    });
    owners.push(timeline, identity, members);
  });
  afterAll(async () => {
    for (const owner of owners) await owner.close();
    await service?.stop();
  });

  function tell(id: string, memo: string, more: Partial<PostFacts> = {}): void {
    const at = '2026-05-01T00:00:00.000Z';
    sources.set(id, {
      version: 1,
      deleted: false,
      facts: {
        ...{
          postId: id,
          commentId: null,
          ownerId: 's1',
          memo,
          memberIds: ['m1'],
          labelIds: ['l1'],
        },
        ...{ mentions: [], attachmentTitles: [], talkedAt: at, createdAt: at, mirror: null },
        ...more,
      },
    });
  }
  const admin = () => service.asStaff({ role: 'generalAdmin' });
  const found = async (q: string) => {
    const { body } = await service.asStaff().get('/search/posts').query({ q }).expect(200);
    return body.posts.map(({ id }: { id: string }) => id).sort() as string[];
  };
  async function rebuild(): Promise<SearchRebuild> {
    const { body } = await admin().post('/search/rebuild').expect(202);
    expect(body.startedAt).not.toBeNull();
    return eventually(async () => {
      const now = (await admin().get('/search/rebuild').expect(200)).body as SearchRebuild;
      expect(now.state).toBe('done');
      expect(now.startedAt).toBe(body.startedAt);
      return now;
    });
  }

  it('builds everything from nothing, with the names that it needs', async () => {
    expect((await admin().get('/search/rebuild').expect(200)).body).toEqual({
      state: 'never',
      checked: 0,
      startedAt: null,
      finishedAt: null,
    });
    for (const n of [1, 2, 3]) tell(`p${n}`, `座席の相談${n}`);
    tell('c1', '承知しました', { postId: 'p1', commentId: 'c1', memberIds: [], labelIds: [] });
    tell('p4', '消えた話');
    sources.get('p4')!.deleted = true;
    const done = await rebuild();
    expect(done.checked).toBeGreaterThan(0);
    expect(done.finishedAt).not.toBeNull();
    expect(await found('座席')).toEqual(['p1', 'p2', 'p3']);
    expect(await found('荒巻')).toEqual(['p1', 'p2', 'p3']);
    expect(await found('佐伯 座席')).toEqual(['p1', 'p2', 'p3']);
    expect(await found('雑談')).toEqual(['p1', 'p2', 'p3']);
    expect(await found('承知')).toEqual(['c1']);
    expect(await found('消えた')).toEqual([]);
    await eventually(async () => {
      const { body } = await service
        .asStaff()
        .get('/insights?from=2026-05-01&to=2026-05-01')
        .expect(200);
      expect(body.posts.total).toBe(3);
    });
  });

  it('rebuilds a damaged index, and lets go what the timeline does not know any more', async () => {
    const index = service.running.app.get(EntryIndex);
    await index.packAll('space-a');
    await index['directories']['store'].model
      .updateOne(
        { space: 'space-a', id: DIRECTORY_ID } as never,
        { $set: { blocks: [] }, $inc: { version: 1 } } as never,
      )
      .exec();
    sources.delete('p3');
    expect(await found('座席')).toEqual([]);
    await rebuild();
    expect(await found('座席')).toEqual(['p1', 'p2']);
  });

  it('is for administrators', async () => {
    await service.asStaff().post('/search/rebuild').expect(403);
    await service.asStaff().get('/search/rebuild').expect(403);
  });

  it('walks along an index', async () => {
    const entries = service.running.app.get(EntryRepository);
    const plan = await explainOf(entries.afterIdQuery('space-a', 'a', 100));
    expect(plan.index).toBe('_id_');
    expect(plan.stages).not.toContain('SORT');
    expect(plan.docsExamined).toBe(plan.returned);
  });
});
