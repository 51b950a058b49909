import { events, type DataOf, type ListLabelHintsAnswer } from '@engawa/contracts';
import { explainOf } from '@engawa/persistence';
import { eventually, memberFacts, startTestService, type TestService } from '@engawa/testing';
import { search } from '../index';
import { LabelHintRepository } from './label-hint.repository';

const at = '2026-11-20T05:00:00.000Z';

describe('hints for labels', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService(search);
  });
  afterAll(() => service?.stop());

  function post(space: string, postId: string, facts: Partial<DataOf<typeof events.postCreated>>) {
    return service.publish(events.postCreated, {
      space,
      version: 1,
      aggregate: { type: 'post', id: postId },
      data: {
        ...{ postId, commentId: null, ownerId: 'keiko', memo: '', memberIds: [], mentions: [] },
        ...{ labelIds: [], attachmentTitles: [], talkedAt: at, createdAt: at, mirror: null },
        ...facts,
      },
    });
  }
  const hints = async (space: string) =>
    (
      (await service.asStaff({ space }).get('/insights/label-hints').expect(200))
        .body as ListLabelHintsAnswer
    ).items;

  it("are learned from the space's own posts, without its members' names", async () => {
    await service.publish(events.memberAdded, {
      space: 'hints',
      version: 1,
      aggregate: { type: 'member', id: 'aoki' },
      data: memberFacts({ memberId: 'aoki', familyName: '青木', company: '' }),
    });
    for (const n of [1, 2, 3]) {
      const facts = { memo: `青木と家賃の話 ${n}`, memberIds: ['aoki'], labelIds: ['money'] };
      await post('hints', `rent-${n}`, facts);
      await post('hints', `other-${n}`, { memo: '晴れ' });
      await post('hints', `more-${n}`, { memo: '雨' });
    }
    const repository = service.running.app.get(LabelHintRepository);
    await eventually(async () => expect(await repository.findNewest('hints', 10)).toHaveLength(9));
    expect(await hints('hints')).toEqual([
      { labelId: 'money', word: '家賃', posts: 3, labelled: 3 },
    ]);
    expect(await hints('elsewhere')).toEqual([]);
    const limited = service.asStaff({ space: 'hints', scopes: ['insight.read'] });
    await limited.get('/insights/label-hints').expect(403);
  });

  it('are read through an index', async () => {
    await post('plans', 'one', { memo: '話' });
    const repository = service.running.app.get(LabelHintRepository);
    await eventually(async () => expect(await repository.findNewest('plans', 10)).toHaveLength(1));
    const plan = await explainOf(repository.newestQuery('plans', 10));
    expect(plan.stages).toContain('IXSCAN');
    expect(plan.stages).not.toContain('SORT');
    expect(plan.keysExamined).toBeLessThanOrEqual(plan.returned + 1);
  });
});
