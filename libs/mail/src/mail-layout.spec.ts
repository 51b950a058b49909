import { renderMail } from './mail-layout';

const content = {
  locale: 'ja',
  subject: 'ご招待\r\nBcc: all@example.com',
  greeting: '縁側 花子 <b>様</b>',
  paragraphs: ['一行目\n二行目'],
  action: { label: 'パスワードを決める', url: 'https://engawa.example/a?token=x&lang="ja"' },
  notes: ['7日のあいだ使えます。'],
} as const;

describe('renderMail', () => {
  it('keeps a subject on one line, so that no header can be smuggled in', () => {
    expect(renderMail(content).subject).toBe('ご招待 Bcc: all@example.com');
  });

  it('escapes everything in HTML and nothing in text', () => {
    const { html, text } = renderMail(content);
    expect(html).toContain('縁側 花子 &lt;b&gt;様&lt;/b&gt;');
    expect(html).toContain('href="https://engawa.example/a?token=x&amp;lang=&quot;ja&quot;"');
    expect(html).toContain('一行目<br>二行目');
    expect(text).toContain('縁側 花子 <b>様</b>');
    expect(text).toContain('https://engawa.example/a?token=x&lang="ja"');
    expect(text).toContain('7日のあいだ使えます。');
  });

  it('is in the language of its reader, and names it in the HTML', () => {
    expect(renderMail(content).html).toContain('<html lang="ja">');
    expect(renderMail({ ...content, locale: 'en' }).text).toContain('automatically');
  });
});
