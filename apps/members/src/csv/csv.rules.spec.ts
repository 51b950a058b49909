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

  it('tells what is missing, unknown and there twice', () => {
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
  const types = new Map([['ふりーですく', 'freeDesk']]);

  it('reads what the columns say', () => {
    expect(readRow([' 田中 ', 'ﾌﾘｰﾃﾞｽｸ', "'=1+1"], heading, types)).toEqual({
      fields: { familyName: '田中', typeId: 'freeDesk', memo: '=1+1' },
      problems: [],
    });
    expect(readRow(['田中'], heading, types).fields).toMatchObject({ typeId: null, memo: '' });
  });

  it.each([
    [['', '', ''], '姓', 'required'],
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

describe('identityKey', () => {
  it('is one for one person in other writing', () => {
    const one = { familyName: '田中', firstName: 'ﾊﾅ', company: '株式会社 さくら' };
    expect(identityKey(one)).toBe(
      identityKey({ familyName: '田 中', firstName: 'はな', company: 'サクラ（株）' }),
    );
    expect(identityKey(one)).not.toBe(identityKey({ ...one, company: '' }));
  });
});
