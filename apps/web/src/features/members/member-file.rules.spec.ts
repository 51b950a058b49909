import type { MemberFile } from '@engawa/contracts';
import { fileDocument, type FileWords } from './member-file.rules';

const words: FileWords = {
  locale: 'ja',
  title: '会員の記録 <佐藤>',
  made: ['作成日時', '今日'],
  records: [
    {
      title: '情報',
      facts: [
        ['姓', '佐藤'],
        ['会社', ''],
      ],
    },
    { title: '統合 <1>', facts: [['電話', '03-2 & 03-3']] },
  ],
  entries: '会話',
  noEntries: '記録はありません',
  incomplete: '一部です',
  attachments: '添付',
  dateOf: (at) => `日付 ${at}`,
};
const entry = {
  kind: 'post' as const,
  talkedAt: '2026-01-01',
  writtenBy: '恵子',
  memo: '<script>alert(1)</script> & ■■さん',
  attachmentTitles: ['契約.pdf'],
};
const file = { entries: [entry], entriesAreComplete: true } as unknown as MemberFile;

describe('the document of a member', () => {
  it('shows known data and written texts, and runs no markup', () => {
    const html = fileDocument(file, words);
    expect(html).toContain('<dt>姓</dt><dd>佐藤</dd>');
    expect(html).not.toContain('<dt>会社</dt>');
    expect(html).toContain('<h2>統合 &lt;1&gt;</h2><dl><dt>電話</dt><dd>03-2 &amp; 03-3</dd></dl>');
    expect(html).toContain('日付 2026-01-01 恵子');
    expect(html).toContain('添付: 契約.pdf');
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; ■■さん');
    expect(html).toContain('会員の記録 &lt;佐藤&gt;');
    expect(html).not.toContain('<script');
    expect(html).not.toContain('一部です');
  });

  it('says where something is missing', () => {
    const html = fileDocument({ ...file, entries: [], entriesAreComplete: false }, words);
    expect(html).toContain('記録はありません');
    expect(html).toContain('一部です');
  });
});
