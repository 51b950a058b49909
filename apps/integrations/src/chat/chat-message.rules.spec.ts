import { chatBody, chatText } from './chat-message.rules';

describe('chat messages', () => {
  it('are short and lead on', () => {
    const text = chatText({
      heading: '新しい投稿',
      memo: 'あ'.repeat(900),
      link: 'https://x/posts/1',
    });
    expect(text.length).toBeLessThan(560);
    expect(text.endsWith('https://x/posts/1')).toBe(true);
  });

  it('call nobody by what a memo says', () => {
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
