import { postCsvColumns, postImportReasons } from '@engawa/contracts';
import { postCsvTexts } from './post-csv.messages';
import { progressOf, refusableColumns, templateOf } from './post-csv.rules';

describe('the CSV of posts', () => {
  it('has the headings that the service reads', () => {
    for (const name of refusableColumns) {
      expect(postCsvTexts[`postCsv.column.${name}`]).toEqual(postCsvColumns[name]);
    }
    expect(templateOf('ja')).toBe(
      '\ufeff話した日時,スタッフのメールアドレス,会員,会員ID,ラベル,メモ\r\n',
    );
    expect(templateOf('en')).toContain('Talk time,Staff e-mail,Members');
  });

  it('has a word for every reason', () => {
    for (const [reason, words] of Object.entries(postImportReasons)) {
      expect((postCsvTexts as Record<string, unknown>)[`postCsv.reason.${reason}`]).toEqual(words);
    }
  });

  it('knows how far it is', () => {
    expect(progressOf({ state: 'running', rows: 200, processed: 50 })).toBe(0.25);
    expect(progressOf({ state: 'running', rows: 0, processed: 0 })).toBe(0);
    expect(progressOf({ state: 'failed', rows: 200, processed: 50 })).toBe(1);
  });
});
