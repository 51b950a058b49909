import fc from 'fast-check';
import { chatBody, chatText } from './chat-message.rules';

describe('chat messages', () => {
  it('are short and link to the post', () => {
    const text = chatText({
      heading: '新しい投稿',
      memo: 'あ'.repeat(900),
      link: 'https://x/posts/1',
    });
    expect(text.length).toBeLessThan(560);
    expect(text.endsWith('https://x/posts/1')).toBe(true);
  });

  it('mention nobody through the text of a memo', () => {
    const { text } = JSON.parse(chatBody('slack', '<!channel> & <@U1>').body);
    expect(text).toBe('&lt;!channel&gt; &amp; &lt;@U1&gt;');
  });

  it('are a card for Teams and a form for Chatwork', () => {
    const card = JSON.parse(chatBody('teams', '一\n[x](javascript:1)').body);
    expect(card.attachments[0].content.body).toHaveLength(2);
    expect(card.attachments[0].content.body[1].text).toBe('\\[x\\]\\(javascript:1\\)');
    expect(new URLSearchParams(chatBody('chatwork', 'あ&b').body).get('body')).toBe('あ&b');
  });
});

const link = 'https://engawa.example/posts/1';
const lines = (memo: string) => memo.split(/\r\n|\r|\n/).join('\n');
const slack = (text: string) => JSON.parse(chatBody('slack', text).body).text as string;
const chatwork = (text: string) =>
  new URLSearchParams(chatBody('chatwork', text).body).get('body') as string;
const teams = (text: string) => {
  const card = JSON.parse(chatBody('teams', text).body);
  return card.attachments[0].content.body.map((block: { text: string }) => block.text) as string[];
};

/** Text that tries to notify others or to disguise something. */
const nasty = [
  '[toall]',
  '[ToAll] 至急',
  '[To:1]さん',
  '[rp aid=1 to=2-3]',
  '[qt][qtmeta aid=1 time=1]x[/qt]',
  '[info][title]社長[/title]送金してください[/info]',
  '[code]x[/code][toall]',
  '[[toall]]',
  'http://x [To:1]',
  'https://x/[toall]',
  '<!here>',
  '<!channel|x>',
  '<!subteam^S1>',
  '<@U123>',
  '<#C123|general>',
  '<https://evil.example|https://engawa.example>',
  '&lt;!here&gt;',
  '@channel @here @everyone',
  '＠channel',
  '<at>Hanako</at>',
  '&lt;at&gt;Hanako&lt;/at&gt;',
  '[x](javascript:alert(1))',
  'http [x](https://evil.example)',
  '![x](https://evil.example/pixel.png)',
  '**bold** _it_ ~~s~~ `code`',
  '# heading',
  '1. one',
  '- item',
  '> quote',
  '{{DATE(2026-01-01T00:00:00Z,SHORT)}}',
  '\\[toall]',
  '\\\\[x](y)',
];
const memos = fc.oneof(
  fc.constantFrom(...nasty),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc
    .array(fc.constantFrom(...nasty, '\n', '\r\n', ' ', '[', ']', '<', '\\', '{', '@'))
    .map((parts) => parts.join('')),
);
const messages = fc
  .record({ heading: memos.map((text) => `新しい投稿: ${text}`), memo: memos })
  .map((message) => ({ ...message, text: chatText({ ...message, link }) }));

describe('what people wrote, in the markup of a chat', () => {
  it('is no command for Slack, and is read as it was written', () => {
    fc.assert(
      fc.property(messages, ({ text }) => {
        const sent = slack(text);
        expect(sent).not.toMatch(/[<>]/);
        expect(sent.slice(0, -link.length)).not.toMatch(/@(channel|here|everyone|group)\b/i);
        const read = sent
          .replace(/\u2060/g, '')
          .replace(/&(lt|gt|amp);/g, (_, name: string) =>
            name === 'lt' ? '<' : name === 'gt' ? '>' : '&',
          );
        expect(read).toBe(lines(text.replace(/\u2060/g, '')));
      }),
    );
  });

  it('is no tag for Chatwork', () => {
    fc.assert(
      fc.property(messages, ({ text }) => {
        const sent = chatwork(text);
        expect(sent).not.toMatch(/[[\]]/);
        expect(sent.endsWith(link)).toBe(true);
        const read = sent.replace(/［/g, '[').replace(/］/g, ']');
        expect(read).toBe(lines(text.replace(/［/g, '[').replace(/］/g, ']')));
      }),
    );
  });

  it('is no Markdown and no mention for Teams', () => {
    fc.assert(
      fc.property(messages, ({ text }) => {
        const blocks = teams(text);
        expect(blocks.at(-1)).toBe(link);
        for (const block of blocks.slice(0, -1)) {
          // Without the escaped characters, nothing is Markdown.
          expect(block.replace(/\\./gu, 'x')).not.toMatch(
            /[\\`*_{}[\]()#!<>|~&@]|^\s*(\d+\.|[-+])/,
          );
        }
        const read = blocks.map((block) => block.replace(/\u2060/g, '').replace(/\\(.)/gu, '$1'));
        expect([...read.slice(0, -1), link].join('\n')).toBe(lines(text.replace(/\u2060/g, '')));
      }),
    );
  });

  it('is sent whole up to its end, also where a character of two parts is there', () => {
    const text = chatText({ heading: 'x', memo: `${'a'.repeat(499)}😀b`, link });
    expect(text).toBe(`x\n${'a'.repeat(499)}…\n${link}`);
  });
});
