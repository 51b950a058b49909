import { readHeading } from './csv-heading.rules';
import { identityKey, readRow } from './csv-row.rules';

describe('readHeading', () => {
  it('knows headings in both languages and other writings', () => {
    const heading = readHeading(['姓', 'First Name', '姓(ｶﾅ)', ' 会社名 ', '会員種別', ''], 'add');
    expect(heading).toMatchObject({ unknown: [], repeated: [], missing: [] });
    expect(heading.columns).toEqual([
      'familyName',
      'firstName',
      'familyNameKana',
      'company',
      'typeOfContract',
      null,
    ]);
  });

  it('names missing, unknown and repeated columns', () => {
    expect(readHeading(['名', '年齢', '名'], 'add')).toMatchObject({
      unknown: ['年齢'],
      repeated: ['名'],
      missing: ['familyName'],
    });
    expect(readHeading(['会員ID'], 'updateType').missing).toEqual(['typeOfContract']);
  });
});

describe('readRow', () => {
  const heading = {
    columns: ['familyName', 'typeOfContract', 'memo'] as const,
    texts: ['姓', '会員種別', 'メモ'],
  };
  const types = { typeIds: new Map([['ふりーですく', 'freeDesk']]), customFields: [] };

  it('reads what the columns say', () => {
    expect(readRow([' 田中 ', 'ﾌﾘｰﾃﾞｽｸ', "'=1+1"], heading, types)).toEqual({
      fields: { familyName: '田中', typeId: 'freeDesk', memo: '=1+1' },
      problems: [],
    });
    expect(readRow(['田中'], heading, types).fields).toMatchObject({ typeId: null, memo: '' });
  });

  it.each([
    [['', '', ''], '姓', 'required'],
    [['\u200b\u2060', '', ''], '姓', 'required'],
    [['x'.repeat(101), '', ''], '姓', 'too-long'],
    [['a\u0007', '', ''], '姓', 'control-character'],
    [['a', '無い種別', ''], '会員種別', 'unknown-type'],
    [['a', '', '', 'more'], '4', 'wrong-cell-count'],
  ])('refuses %p', (cells, column, reason) => {
    expect(readRow(cells, heading, types).problems).toEqual([
      expect.objectContaining({ column, reason }),
    ]);
  });
});

describe('readRow with dates and custom fields', () => {
  const choices = [{ id: 'red', name: '赤' }];
  const customFields = (['text', 'number', 'date', 'choice'] as const).map((kind) => ({
    id: kind,
    name: `項目 ${kind}`,
    kind,
    choices: kind === 'choice' ? choices : [],
    version: 1,
  }));
  const terms = { typeIds: new Map<string, string>(), customFields };
  const read = (headings: string[], cells: string[]) => {
    const { columns } = readHeading(headings, 'update', customFields);
    return readRow(cells, { columns, texts: headings }, terms);
  };

  it('reads columns by the names of the fields', () => {
    const headings = ['姓', '項目text', '項目 NUMBER', '項目date', '項目choice'];
    expect(read(headings, ['森', 'A', '1,200.5', '１９８５年４月１日', '赤'])).toEqual({
      fields: {
        familyName: '森',
        customFields: { text: 'A', number: 1200.5, date: '1985-04-01', choice: 'red' },
      },
      problems: [],
    });
    expect(read(headings, ['森', '', '', '', '']).fields.customFields).toEqual({
      text: null,
      number: null,
      date: null,
      choice: null,
    });
  });

  it.each([
    ['1868/1/25', '1868-01-25'],
    ['2024-02-29', '2024-02-29'],
    ['1985.4.1', '1985-04-01'],
    ['', null],
  ])('reads the day %p', (cell, birthday) => {
    expect(read(['TEL'], ['022-123-4567']).fields).toEqual({ phone: '022-123-4567' });
    expect(read(['生年月日'], [cell])).toEqual({ fields: { birthday }, problems: [] });
  });

  it.each([
    ['誕生日', '2023-02-29', 'not-date'],
    ['誕生日', '31025', 'not-date'],
    ['誕生日', '0999-01-01', 'not-date'],
    ['メール', 'nobody', 'not-email'],
    ['項目number', '12個', 'not-number'],
    ['項目number', '1e400', 'not-number'],
    ['項目choice', '青', 'unknown-choice'],
    ['項目text', 'x'.repeat(20_000), 'too-long'],
  ])('refuses %s %p', (heading, cell, reason) => {
    expect(read([heading], [cell]).problems).toEqual([
      { column: heading, reason, value: cell.slice(0, 100) },
    ]);
  });
});

describe('identityKey', () => {
  it('is one for one person in other writing', () => {
    const one = { familyName: '田中', firstName: 'ﾊﾅ', company: '株式会社 さくら' };
    expect(identityKey(one)).toBe(
      identityKey({ familyName: '田 中', firstName: 'はな', company: 'サクラ（株）' }),
    );
    expect(identityKey(one)).not.toBe(identityKey({ ...one, company: '' }));
  });
});
