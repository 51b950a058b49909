import { explainOf, InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { startTestService, type TestService } from '@engawa/testing';
import { members } from '../index';
import { MemberRepository } from './member.repository';
import { memberStore, type MemberDocument } from './member.schema';

/** Shows the plans of queries as the repository asks them. */
class PlanReader extends SpaceRepository<MemberDocument> {
  constructor(@InjectStore(memberStore) store: Store<MemberDocument>) {
    super(store);
  }

  plan(filter: Record<string, unknown>, sort: Record<string, 1 | -1>) {
    return explainOf(this.query('space-a', filter, { sort, limit: 20 }) as never);
  }
}

let service: TestService;
let reader: PlanReader;

beforeAll(async () => {
  service = await startTestService(members);
  const repository = service.running.app.get(MemberRepository) as unknown as {
    store: Store<MemberDocument>;
  };
  reader = new PlanReader(repository.store);
  for (let n = 0; n < 60; n += 1) {
    await service
      .asStaff()
      .post('/members')
      .send({ familyName: `計画${n}` })
      .expect(201);
  }
}, 60_000);
afterAll(() => service?.stop());

describe('queries about members', () => {
  it.each([
    ['findMergedInto', { 'merged.into': 'x' }, { id: 1 as const }],
    ['findMerged', { mergedAt: { $exists: true } }, { mergedAt: -1 as const, id: -1 as const }],
    ['findImported', { 'imported.importId': 'x', id: { $gt: 'a' } }, { id: 1 as const }],
    ['findByPhotoFileName', { photoFileName: 'x', deleted: false }, {}],
    ['findByIdentity', { identityKey: { $in: ['計画1|', '計画2|'] } }, {}],
    [
      'findForExport',
      {
        deleted: false,
        sortKey: { $gte: '1計画7' },
        $or: [{ sortKey: { $gt: '1計画7' } }, { id: { $gt: 'x' } }],
      },
      { sortKey: 1 as const, id: 1 as const },
    ],
    ['findWithType', { typeId: 'x', deleted: false }, {}],
  ])('%s reads from an index', async (_name, filter, sort) => {
    const plan = await reader.plan(filter, sort as never);
    expect(plan.stages).toContain('IXSCAN');
    expect(plan.stages).not.toContain('SORT');
    expect(plan.docsExamined).toBeLessThanOrEqual(plan.returned + 1);
  });
});
