import { problemTexts } from '@engawa/contracts';
import {
  ImportFileGone,
  ImportFileMissing,
  ImportFileTooLarge,
  ImportHeadingWrong,
  ImportNotCsv,
  ImportNotFound,
  ImportUnreadable,
  ImportWrongState,
} from './import.errors';

describe.each(['members', 'timeline'] as const)('a refused import of %s', (service) => {
  it.each([
    [new ImportNotFound(service), 404],
    [new ImportWrongState(service, { version: 3 }), 409],
    [new ImportFileGone(service), 410],
    [new ImportFileMissing(service), 400],
    [new ImportFileTooLarge(service, 1_048_576), 413],
    [new ImportNotCsv(service), 422],
    [new ImportHeadingWrong(`${service}.import.no-rows`), 422],
    [new ImportUnreadable(service, 'broken-quotes', 7), 422],
  ])('%s is in the catalogue, with its status', ({ code, status }, expected) => {
    expect(problemTexts).toHaveProperty([code]);
    expect(status).toBe(expected);
  });
});

it('names at most twenty columns', () => {
  const columns = Array.from({ length: 30 }, (_, n) => `列${n}`);
  const { options } = new ImportHeadingWrong('members.import.unknown-columns', columns);
  expect(options.params).toEqual({ columns: columns.slice(0, 20).join('、') });
});
