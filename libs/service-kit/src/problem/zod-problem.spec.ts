import { insightsQuery } from '@engawa/contracts';
import { z } from 'zod';
import { inputProblem } from './zod-problem';

const statuses = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(z.enum(['waiting', 'done'])));

function errorsOf(schema: z.ZodType, input: unknown) {
  const issues = schema.safeParse(input).error?.issues ?? [];
  return inputProblem('query', issues, 'en', input).options.errors;
}

describe('what is wrong with an input', () => {
  const schema = z.strictObject({ status: statuses, text: z.string() });

  it('is reported as missing only where there is no value', () => {
    expect(errorsOf(schema, {})).toMatchObject([
      { pointer: '/query/status', code: 'missing' },
      { pointer: '/query/text', code: 'missing' },
    ]);
    expect(errorsOf(schema, { status: 'waiting', text: null })).toMatchObject([
      { pointer: '/query/text', code: 'invalid-type' },
    ]);
  });

  it('is its value where a list in a text names what does not exist', () => {
    expect(errorsOf(schema, { status: 'waiting,later', text: '' })).toMatchObject([
      { pointer: '/query/status/1', code: 'invalid-value' },
    ]);
  });

  it('is what a rule of the schema says, if it is a code', () => {
    const rule = (error: string) =>
      z.strictObject({ email: z.string().refine(() => false, { error }) });
    for (const [error, code] of [
      ['invalid-email', 'invalid-email'],
      ['members.member.merged', 'members.member.merged'],
      ['Not so', 'invalid'],
    ] as const) {
      expect(errorsOf(rule(error), { email: 'nope' })).toMatchObject([{ code }]);
    }
  });

  it('names the bounds of such a rule', () => {
    expect(errorsOf(insightsQuery, { from: '2020-01-01', to: '2026-01-01' })).toEqual([
      { pointer: '/query/to', code: 'range-too-long', detail: 'A range has at most 1100 days' },
    ]);
    expect(errorsOf(insightsQuery, { from: '2026-12-01', to: '2026-01-01' })).toEqual([
      { pointer: '/query/to', code: 'before-from', detail: 'Must not be before from' },
    ]);
  });
});
