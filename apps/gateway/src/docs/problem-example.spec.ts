import { problemTexts, type ProblemCode } from '@engawa/contracts';
import { exampleOfProblem } from './problem-example';

describe('exampleOfProblem', () => {
  it.each(['ja', 'en'] as const)('leaves no placeholder in a text: %s', (locale) => {
    const codes = Object.keys(problemTexts) as ProblemCode[];
    const texts = codes.map((code) => JSON.stringify(exampleOfProblem(code, locale).value));
    expect(codes.length).toBeGreaterThan(100);
    expect(texts.filter((text) => /\{\w+\}/.test(text))).toEqual([]);
  });

  it('shows the errors of fields as they are answered', () => {
    const { value } = exampleOfProblem('request.invalid', 'ja');
    const { errors } = value as { errors: unknown };
    expect(errors).toEqual([
      { pointer: '/body/memo', code: 'too-long', detail: '20000 文字以内にしてください' },
    ]);
  });
});
