import {
  events,
  type DataOf,
  type DescribedMember,
  type ListMatchesAnswer,
  type MemberBrief,
} from '@engawa/contracts';
import { explainOf } from '@engawa/persistence';
import {
  ago,
  answerAs,
  eventually,
  memberFacts,
  shortenPauses,
  startTestService,
  throughout,
  type TestService,
} from '@engawa/testing';
import { search } from '../index';
import { NameRepository } from '../name/name.repository';
import { MatchFinder } from './match-finder.service';
import { MatchEntryRepository, MatchRepository } from './match.repository';

type PostFacts = DataOf<typeof events.postCreated>;
type LabelFacts = DataOf<typeof events.labelCreated>;

describe('what members seek and offer', () => {
  let service: TestService;
  let members: Awaited<ReturnType<typeof answerAs>>;
  let space: string;
  let count = 0;
  /** The members service's answers by space. */
  const described = new Map<string, DescribedMember[]>();
  const askedFor = new Map<string, string[]>();
  const startMembers = () =>
    answerAs(service, 'members', {
      'members.findDescribed': (asked: { space: string; words: string[] }) => {
        askedFor.set(asked.space, asked.words);
        return described.get(asked.space) ?? [];
      },
    });

  beforeAll(async () => {
    service = await startTestService(search);
    shortenPauses(service.running);
    members = await startMembers();
  });
  afterAll(async () => {
    await members?.close();
    await service?.stop();
  });
  beforeEach(async () => {
    count += 1;
    space = `match-${count}`;
    for (const memberId of ['sato', 'aoki']) await member(memberId);
    await label('seeks', 'seeks');
    await label('offers', 'offers');
  });

  function member(memberId: string, version = 1, more: Parameters<typeof memberFacts>[0] = {}) {
    return service.publish(version === 1 ? events.memberAdded : events.memberUpdated, {
      space,
      version,
      aggregate: { type: 'member', id: memberId },
      data: memberFacts({ memberId, familyName: memberId, company: '', ...more }),
    });
  }
  function label(labelId: string, kind: LabelFacts['kind'], version = 1) {
    return service.publish(version === 1 ? events.labelCreated : events.labelUpdated, {
      space,
      version,
      aggregate: { type: 'label', id: labelId },
      data: { labelId, name: labelId, isIssue: false, kind, order: 1 },
    });
  }
  function post(postId: string, facts: Partial<PostFacts>, version = 1) {
    const data: PostFacts = {
      postId,
      commentId: null,
      ownerId: 'keiko',
      memo: '',
      memberIds: [],
      mentions: [],
      labelIds: [],
      attachmentTitles: [],
      talkedAt: ago(1),
      createdAt: ago(1),
      mirror: null,
      ...facts,
    };
    return service.publish(version === 1 ? events.postCreated : events.postUpdated, {
      space,
      version,
      aggregate: { type: 'post', id: postId },
      data,
    });
  }
  const ask = { memo: 'デザイナーを探している', memberIds: ['sato'], labelIds: ['seeks'] };
  const offer = { memo: '名刺のデザインを受けられる', memberIds: ['aoki'], labelIds: ['offers'] };
  const found = async (of = space): Promise<ListMatchesAnswer> =>
    (await service.asStaff({ space: of }).get('/insights/matches').expect(200)).body;
  const firstPublished = () =>
    service.events.receiveSuch(events.matchesChanged, (event) => event.space === space);
  const pairs = async () =>
    (await found()).items.map(({ seeks, offers }) => `${seeks.member.id} ${offers.member.id}`);

  it('is matched with the words that were found', async () => {
    await post('ask', ask);
    await post('offer', offer);
    await eventually(async () =>
      expect((await found()).items).toMatchObject([
        {
          seeks: { postId: 'ask', member: { id: 'sato' }, excerpt: ask.memo },
          offers: { postId: 'offer', member: { id: 'aoki' }, excerpt: offer.memo },
          words: [{ seeks: 'デザイナー', offers: 'デザイン', field: null }],
        },
      ]),
    );
    const published = await firstPublished();
    expect(published.data.matches).toMatchObject([{ seeks: { memberId: 'sato' } }]);
    expect(await found('elsewhere')).toEqual({ items: [], introductions: [] });
    const limited = service.asStaff({ space, scopes: ['insight.read'] });
    await limited.get('/insights/matches').expect(403);
  });

  it('is matched with the fields of a member who has no post, as they are now', async () => {
    described.set(space, [{ memberId: 'aoki', texts: [{ field: '仕事', text: 'デザイン全般' }] }]);
    await post('ask', ask);
    const offered = async () =>
      (await found()).items.map(({ offers, words }) => [offers.member.id, offers.postId, words]);
    await eventually(async () =>
      expect(await offered()).toEqual([
        ['aoki', null, [{ seeks: 'デザイナー', offers: 'デザイン', field: '仕事' }]],
      ]),
    );
    expect(askedFor.get(space)).toEqual(['でざい', 'ざいな']);
    const published = await firstPublished();
    expect(published.data.matches).toMatchObject([{ offers: { excerpt: '', talkedAt: null } }]);
    // A renamed field.
    described.set(space, [{ memberId: 'aoki', texts: [{ field: '業務', text: 'デザイン全般' }] }]);
    await service.publish(events.customFieldsChanged, {
      space,
      aggregate: { type: 'customFields', id: 'customFields' },
      data: { fieldIds: ['work'] },
    });
    await eventually(async () =>
      expect(await offered()).toMatchObject([['aoki', null, [{ field: '業務' }]]]),
    );
    // An emptied field, of which the event of the member says nothing.
    described.set(space, []);
    await member('aoki', 2);
    await eventually(async () => expect(await offered()).toEqual([]));
  });

  it('stays while the members service is away, and is found again afterwards', async () => {
    described.set(space, [{ memberId: 'aoki', texts: [{ field: 'memo', text: 'デザイン' }] }]);
    await post('ask', ask);
    await eventually(async () => expect(await pairs()).toEqual(['sato aoki']));
    await members.close();
    described.set(space, []);
    await member('aoki', 2);
    const isStale = async () => {
      const stored = await service.running.app.get(MatchRepository).findOfSpace(space);
      return stored!.staleSince !== undefined;
    };
    await eventually(async () => expect(await isStale()).toBe(true));
    await throughout(async () => expect(await pairs()).toEqual(['sato aoki']));
    expect(await isStale()).toBe(true);
    // What a post no longer says is not shown until then.
    await post('ask', { ...ask, memo: 'デザイナーが見つかった' }, 2);
    await eventually(async () => expect(await pairs()).toEqual([]));
    expect(await isStale()).toBe(true);
    members = await startMembers();
    service.running.app.get(MatchFinder).wake();
    await eventually(async () => expect(await pairs()).toEqual([]));
    await eventually(async () => expect(await isStale()).toBe(false));
  });

  it('follows labels, deletions, resignations and solved issues', async () => {
    await post('ask', ask);
    await post('offer', offer);
    await eventually(async () => expect(await pairs()).toEqual(['sato aoki']));
    await label('offers', null, 2);
    await eventually(async () => expect(await pairs()).toEqual([]));
    await label('offers', 'offers', 3);
    await eventually(async () => expect(await pairs()).toEqual(['sato aoki']));
    const issue = { openedAt: ago(1), closedAt: ago(0), solvedBy: null };
    await post('ask', { ...ask, issue }, 2);
    await eventually(async () => expect(await pairs()).toEqual([]));
    await post('ask', { ...ask, issue: { ...issue, closedAt: null } }, 3);
    await eventually(async () => expect(await pairs()).toEqual(['sato aoki']));
    await member('aoki', 2, { deleted: true });
    await eventually(async () => expect(await pairs()).toEqual([]));
  });

  it('of one member is no match, also after a merge', async () => {
    await member('sato-2');
    await post('ask', ask);
    await post('offer', { ...offer, memberIds: ['sato-2'] });
    await eventually(async () => expect(await pairs()).toEqual(['sato sato-2']));
    await member('sato-2', 2, { mergedInto: 'sato', deleted: true });
    await eventually(async () => expect(await pairs()).toEqual([]));
    await throughout(async () => expect(await pairs()).toEqual([]));
  });

  it('is not proposed again after an introduction, whose result is listed', async () => {
    await post('ask', ask);
    await post('offer', offer);
    await eventually(async () => expect(await pairs()).toEqual(['sato aoki']));
    const introduction = { memberId: 'aoki', toMemberId: 'sato', outcome: 'open' };
    await post('intro', { memo: '紹介した', introduction });
    await eventually(async () =>
      expect(await found()).toMatchObject({
        items: [],
        introductions: [
          { postId: 'intro', member: { id: 'aoki' }, toMember: { id: 'sato' }, outcome: 'open' },
        ],
      }),
    );
    await post('intro', { introduction: { ...introduction, outcome: 'succeeded' } }, 2);
    await eventually(async () =>
      expect((await found()).introductions).toMatchObject([{ outcome: 'succeeded' }]),
    );
    await service.publish(events.postDeleted, {
      space,
      version: 3,
      aggregate: { type: 'post', id: 'intro' },
      data: { postId: 'intro', commentId: null },
    });
    await eventually(async () => expect(await pairs()).toEqual(['sato aoki']));
  });

  it('is no introduction of a member to themselves after a merge', async () => {
    await member('sato-2');
    const introduction = { memberId: 'sato', toMemberId: 'sato-2', outcome: 'open' };
    await post('intro', { memo: '紹介した', introduction });
    const introduced = async () => (await found()).introductions.map(({ postId }) => postId);
    await eventually(async () => expect(await introduced()).toEqual(['intro']));
    await member('sato-2', 2, { mergedInto: 'sato', deleted: true });
    await eventually(async () => expect(await introduced()).toEqual([]), { timeoutMs: 15_000 });
  });

  it('shows in the brief for a year', async () => {
    await post('ask', ask);
    await post('old', { ...ask, talkedAt: ago(366) });
    await post('offer', { ...offer, memberIds: ['sato'] });
    await eventually(async () => {
      const { body } = await service.asStaff({ space }).get('/insights/members/sato').expect(200);
      const { seeks, offers } = body as MemberBrief;
      expect([seeks, offers].map((list) => list.map(({ postId }) => postId))).toEqual([
        ['ask'],
        ['offer'],
      ]);
    });
  });

  it('is read through indexes', async () => {
    for (let at = 0; at < 30; at += 1) await post(`p${at}`, { ...ask, memo: `話${at}` });
    await eventually(async () => {
      const entries = service.running.app.get(MatchEntryRepository);
      const names = service.running.app.get(NameRepository);
      const labelled = await explainOf(entries.labelledQuery(space, 'seeks', new Date(0), 20));
      expect(labelled.returned).toBe(20);
      for (const plan of [
        labelled,
        await explainOf(entries.introductionQuery(space, 20)),
        await explainOf(names.kindLabelQuery(space)),
      ]) {
        expect(plan.stages).toContain('IXSCAN');
        expect(plan.stages).not.toContain('SORT');
        expect(plan.keysExamined).toBeLessThanOrEqual(plan.returned + 1);
      }
    });
  });
});
