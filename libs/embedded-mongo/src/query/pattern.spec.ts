import { Script } from 'node:vm';
import { compilePattern } from './pattern';

it.each<[string, string, string, boolean]>([
  ['^he', '', 'hello', true],
  ['^he', '', 'she', false],
  ['HE', 'i', 'she', true],
  ['lo$', '', 'hello\n', true],
  ['lo$', '', 'hello\nx', false],
  ['[$]$', '', 'a$', true],
  ['a{2,3}b', '', 'xaab', true],
  ['(a|b)+c', '', 'xabac', true],
])('/%s/%s on %j: %j', (source, options, text, expected) => {
  expect(compilePattern(source, options).test(text)).toBe(expected);
});

it('searches short texts for a simple repeat without a limit of time', () => {
  // The limit uses the clock: a paused process would reject a valid search.
  const run = jest.spyOn(Script.prototype, 'runInContext');
  const pattern = compilePattern('9+8$', '');
  expect(
    Array.from({ length: 1_000 }, (_, i) => pattern.test(`${i}`)).filter(Boolean),
  ).toHaveLength(10);
  expect(run).not.toHaveBeenCalled();
  run.mockRestore();
});

it('ends a search that explodes', () => {
  const pattern = compilePattern('^(a+)+$', '');
  expect(() => pattern.test(`${'a'.repeat(40)}!`)).toThrow(
    expect.objectContaining({ code: 51156 }),
  );
});
