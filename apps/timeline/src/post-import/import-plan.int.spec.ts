import { ImportRepository, type FileImport } from '@engawa/imports';
import { explainOf, inSystemScope, type Store } from '@engawa/persistence';
import type { TestService } from '@engawa/testing';
import { callersOf, startTimeline } from '../timeline.fixture';

/** Reads the plans of the queries of all imports. */
class PlanReader extends ImportRepository {
  ofWaiting() {
    return inSystemScope('a test of a plan', () => explainOf(this.dueQuery(new Date(), 20)));
  }

  ofLanes() {
    return inSystemScope('a test of a plan', () => explainOf(this.laneQuery({})));
  }

  ofOldFiles() {
    return inSystemScope('a test of a plan', () =>
      explainOf(this.expiring.dueQuery(new Date(), 20)),
    );
  }

  ofLanesOfOldFiles() {
    return inSystemScope('a test of a plan', () => explainOf(this.expiring.laneQuery({})));
  }

  ofList(space: string) {
    return explainOf(this.query(space, {}, { sort: { createdAt: -1, id: -1 }, limit: 20 }));
  }
}

let service: TestService;
let reader: PlanReader;

beforeAll(async () => {
  service = await startTimeline();
  const repository = service.running.app.get(ImportRepository) as unknown as {
    store: Store<FileImport>;
  };
  reader = new PlanReader(repository.store);
  const { admin } = callersOf(service);
  for (let n = 0; n < 30; n += 1) {
    const file = Buffer.from(`メモ\n計画${n}`);
    await admin.post('/posts/imports').attach('file', file, `${n}.csv`).expect(202);
  }
});
afterAll(() => service?.stop());

it.each(['ofWaiting', 'ofLanes', 'ofOldFiles', 'ofLanesOfOldFiles', 'ofList'] as const)(
  '%s reads from an index',
  async (name) => {
    const plan = await reader[name]('space-a');
    expect(plan.stages).toContain('IXSCAN');
    expect(plan.stages).not.toContain('SORT');
    expect(plan.docsExamined).toBeLessThanOrEqual(20);
  },
);
