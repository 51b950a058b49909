import { postCsvColumns, postImportReasons } from '@engawa/contracts';
import { postCsvTexts } from './post-csv.messages';
import { failureOf, refusableColumns, templateOf } from './post-csv.rules';

describe('the CSV of posts', () => {
  it('has the headings that the service reads', () => {
    for (const name of refusableColumns) {
      expect(postCsvTexts[`postCsv.column.${name}`]).toEqual(postCsvColumns[name]);
    }
    expect(templateOf('ja')).toBe(
      '\ufeff話した日時,スタッフのメールアドレス,会員,会員ID,ラベル,本文\r\n',
    );
    expect(templateOf('en')).toContain('Talk time,Staff e-mail,Members');
  });

  it('has a word for every reason', () => {
    for (const [reason, words] of Object.entries(postImportReasons)) {
      expect((postCsvTexts as Record<string, unknown>)[`postCsv.reason.${reason}`]).toEqual(words);
    }
  });

  it('says why an import failed', () => {
    const failed = (code: string, line: number | null) => failureOf({ failure: { code, line } });
    expect(failed('timeline.import.broken-quotes', 7)).toBe('broken-quotes');
    expect(failed('timeline.import.too-many-rows', 50_002)).toBe('too-many-rows');
    expect(failed('request.internal', null)).toBe('stopped');
  });
});
