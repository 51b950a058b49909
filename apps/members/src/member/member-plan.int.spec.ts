import { memberFieldsOf } from '@engawa/contracts';
import { explainOf, InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { startTestService, type TestService } from '@engawa/testing';
import { members } from '../index';
import { MemberRepository } from './member.repository';
import { newMember } from './member.mapper';
import { listIndexes, memberStore, type MemberDocument } from './member.schema';

/** Reads the plans of the repository's queries. */
class PlanReader extends SpaceRepository<MemberDocument> {
  constructor(@InjectStore(memberStore) store: Store<MemberDocument>) {
    super(store);
  }

  plan(
    filter: Record<string, unknown>,
    sort: Record<string, 1 | -1>,
    { space = 'space-a', hint }: { space?: string; hint?: string } = {},
  ) {
    return explainOf(this.query(space, filter, { sort, limit: 20, hint }) as never);
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
});
afterAll(() => service?.stop());

describe('queries about members', () => {
  it.each([
    ['findMergedInto', { 'merged.into': 'x' }, { id: 1 as const }],
    ['findMerged', { mergedAt: { $exists: true } }, { mergedAt: -1 as const, id: -1 as const }],
    [
      'findImported',
      { 'imported.importId': 'x', 'imported.row': { $gt: 1 } },
      { 'imported.row': 1 as const },
    ],
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
    ['findWithCustomField', { customFieldIds: 'x', id: { $gt: '' } }, { id: 1 as const }],
    ['findWithType', { typeId: 'x', deleted: false }, {}],
  ])('%s reads from an index', async (_name, filter, sort) => {
    const plan = await reader.plan(filter, sort as never);
    expect(plan.stages).toContain('IXSCAN');
    expect(plan.stages).not.toContain('SORT');
    expect(plan.docsExamined).toBeLessThanOrEqual(plan.returned + 1);
  });

  it('a page among many of one name begins where the last one ended', async () => {
    const repository = service.running.app.get(MemberRepository);
    const twins = Array.from({ length: 1_200 }, (_, n) =>
      newMember(
        `twin-${String(n).padStart(5, '0')}`,
        {
          ...memberFieldsOf({ familyName: '同名', company: `${n}社` }),
          typeId: null,
          customFields: {},
        },
        { customFields: [] },
      ),
    );
    await repository.insertBare('twins', twins);
    const { sortKey } = twins[0]!;
    const seen = new Set<string>();
    let after: { sortKey: string; id: string } | null = { sortKey, id: 'twin-00599' };
    while (after) {
      const found: MemberDocument[] = await repository.findForExport(
        'twins',
        undefined,
        after,
        200,
      );
      for (const { id } of found) seen.add(id);
      after = found.at(-1) ?? null;
    }
    expect(seen.size).toBe(600);
    const plan = await reader.plan(
      {
        deleted: false,
        sortKey: { $gte: sortKey },
        $or: [{ sortKey: { $gt: sortKey } }, { id: { $gt: 'twin-00599' } }],
      },
      { sortKey: 1, id: 1 },
      { space: 'twins', hint: listIndexes.all },
    );
    expect(plan.index).toBe(listIndexes.all);
    expect(plan.stages).not.toContain('SORT');
  });
});
