import { unknownMember, unknownStaff } from '@engawa/contracts';
import { piecesOf } from '@engawa/text-search';
import { foundTextsOf } from './found-text.rules';

const owner = { ...unknownStaff('keiko'), displayName: '水野 恵子' };
const member = {
  ...unknownMember('saito'),
  familyName: '齋藤',
  firstName: '陽子',
  familyNameKana: 'サイトウ',
  firstNameKana: 'ヨウコ',
  company: '髙﨑製作所',
};

function marked(q: string, attachmentTitles: string[] = []): string[] {
  return foundTextsOf({ owner, members: [member], attachmentTitles }, piecesOf(q)).map(
    ({ field, text, highlights }) =>
      `${field} ${highlights.map(({ start, end }) => text.slice(start, end)).join('|')}`,
  );
}

describe('texts beside the memo in which words are found', () => {
  it('are names, companies and file titles, in every spelling', () => {
    expect(marked('高崎')).toEqual(['company 髙﨑']);
    expect(marked('斎藤')).toEqual(['memberName 齋藤']);
    expect(marked('さいとう')).toEqual(['memberKana サイトウ']);
    expect(marked('saito')).toEqual(['memberKana サイト']);
    expect(marked('恵子')).toEqual(['ownerName 恵子']);
    expect(marked('ﾋﾟｯﾁ', ['ピッチ資料.pdf', '写真.png'])).toEqual(['attachmentTitle ピッチ']);
    expect(marked('ない言葉')).toEqual([]);
  });

  it('mark a name that is written with, without and across the space', () => {
    expect(marked('斎藤陽子')).toEqual(['memberName 齋藤 陽子']);
    expect(marked('"斎藤 陽子"')).toEqual(['memberName 齋藤 陽子']);
    expect(marked('藤陽')).toEqual(['memberName 藤 陽']);
    expect(marked('陽子 高崎')).toEqual(['memberName 陽子', 'company 髙﨑']);
  });

  it('leave out what a member has not', () => {
    const bare = { ...unknownMember('x'), familyName: '青木' };
    const names = { owner, members: [bare], attachmentTitles: [] };
    expect(foundTextsOf(names, piecesOf('青木'))).toEqual([
      { field: 'memberName', id: 'x', text: '青木', highlights: [{ start: 0, end: 2 }] },
    ]);
    expect(foundTextsOf(names, [])).toEqual([]);
  });
});
