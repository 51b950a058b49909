import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fieldTexts, problemTexts, type ProblemText } from '@engawa/contracts';
import { problemDocument } from './problem-document';
import { ProblemError } from './problem-error';
import { statusOf } from './problem-status';

const codes = Object.keys(problemTexts) as (keyof typeof problemTexts)[];
const japanese = /[\u3040-\u30ff\u4e00-\u9fff]/;
/** Texts that the specification gives in English for both languages. */
const asInTheSource = new Set(['tasks.task.invalid-thread-reference']);

describe('the catalogue of problems', () => {
  it('has Japanese and English texts for each', () => {
    const silent = codes.filter((code) => {
      const text = problemTexts[code] as ProblemText;
      const texts = [text, ...(text.detail ? [text.detail] : [])];
      if (asInTheSource.has(code)) return false;
      return texts.some(
        ({ ja, en }) => !japanese.test(ja) || en.trim() === '' || japanese.test(en),
      );
    });
    expect(silent).toEqual([]);
  });

  it('has codes of one form, each with a status of a refusal', () => {
    for (const code of codes) {
      expect(code).toMatch(/^[a-z]+(\.[a-zA-Z-]+){1,2}$/);
      expect(statusOf(code)).toBeGreaterThanOrEqual(400);
    }
  });

  it('has a text for each rule of the contracts, instead of "Not valid"', () => {
    const entities = path.resolve(__dirname, '../../../contracts/src/entity');
    const rules = readdirSync(entities).flatMap((file) => {
      const source = readFileSync(path.join(entities, file), 'utf8');
      return [...source.matchAll(/\.refine\([^;]*?\b(?:error|message): (['`])(.*?)\1/g)];
    });
    const named = rules.map(([, , code]) => code!);
    expect(named).toEqual(expect.arrayContaining(['before-from', 'unknown-time-zone']));
    expect(named.filter((code) => !Object.hasOwn(fieldTexts, code))).toEqual([]);
  });

  it('leaves no placeholder unfilled that its own texts do not share', () => {
    for (const code of codes) {
      const { ja, en, detail } = problemTexts[code] as ProblemText;
      const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, n]) => n).sort();
      expect([code, names(ja)]).toEqual([code, names(en)]);
      if (detail) expect([code, names(detail.ja)]).toEqual([code, names(detail.en)]);
    }
    for (const [code, text] of Object.entries(fieldTexts)) {
      expect([code, japanese.test(text.ja)]).toEqual([code, true]);
    }
  });
});

describe('problemDocument', () => {
  const about = { locale: 'en' as const, requestId: 'r-1', instance: '/api/v1/x' };

  it('fills params, and says no more than it knows', () => {
    const error = new ProblemError('gateway.rate.limited', { params: { seconds: 7 } });
    expect(problemDocument(error, about)).toEqual({
      type: 'urn:engawa:problem:gateway.rate.limited',
      title: 'Too many requests',
      detail: 'Please try again in 7 seconds.',
      status: 429,
      code: 'gateway.rate.limited',
      instance: '/api/v1/x',
      requestId: 'r-1',
    });
  });

  it.each([
    ['tasks.task.not-found', 404],
    ['timeline.label.name-taken', 409],
    ['x.y.already-done', 409],
    ['x.y.stale', 412],
    ['x.y.forbidden', 403],
    ['x.y.too-large', 413],
    ['x.y.anything-else', 422],
  ])('%s is %i', (code, status) => {
    expect(statusOf(code)).toBe(status);
  });
});
