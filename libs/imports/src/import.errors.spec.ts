import { problemTexts } from '@engawa/contracts';
import { headingWrong, ImportProblem, uploadErrors } from './import.errors';

describe.each(['members', 'timeline'] as const)('a refused import of %s', (service) => {
  const unreadable = uploadErrors(service, 1_048_576);
  it.each([
    [new ImportProblem(service, 'not-found'), 404],
    [new ImportProblem(service, 'wrong-state', { current: { version: 3 } }), 409],
    [new ImportProblem(service, 'file-gone'), 410],
    [unreadable.missing(), 400],
    [unreadable.tooLarge(), 413],
    [new ImportProblem(service, 'not-csv'), 422],
    [headingWrong(service, 'no-rows'), 422],
    [new ImportProblem(service, 'broken-quotes', { params: { line: 7 } }), 422],
  ])('%s is in the catalogue, with its status', ({ code, status }, expected) => {
    expect(problemTexts).toHaveProperty([code]);
    expect(status).toBe(expected);
  });
});

it('names at most twenty columns', () => {
  const columns = Array.from({ length: 30 }, (_, n) => `列${n}`);
  const { options } = headingWrong('members', 'unknown-columns', columns);
  expect(options.params).toEqual({ columns: columns.slice(0, 20).join('、') });
});
