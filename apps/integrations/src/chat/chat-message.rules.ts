import type { ChatName } from '@engawa/contracts';

/** Longest memo in a chat message; the link leads to the rest. */
const EXCERPT = 500;

/** What a chat is told of. */
export interface ChatMessage {
  heading: string;
  memo: string;
  link: string;
}

/** A message as plain text; the memo shortened. */
export function chatText(message: ChatMessage): string {
  const memo = message.memo.trim();
  const excerpt = memo.length > EXCERPT ? `${memo.slice(0, EXCERPT)}…` : memo;
  return [message.heading, excerpt, message.link].filter(Boolean).join('\n');
}

/** Headers and body in which a chat takes a text. */
export function chatBody(
  chat: ChatName,
  text: string,
): { headers: Record<string, string>; body: string } {
  const json = { 'content-type': 'application/json' };
  switch (chat) {
    case 'slack':
      return { headers: json, body: JSON.stringify({ text: escapedForSlack(text) }) };
    case 'teams':
      return { headers: json, body: JSON.stringify(adaptiveCard(text)) };
    case 'chatwork':
      return {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ body: text }).toString(),
      };
  }
}

/** In Slack `<!channel>` in a memo would call everyone. */
function escapedForSlack(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

function adaptiveCard(text: string): object {
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: text
            .split('\n')
            .map((line) => ({ type: 'TextBlock', text: escapedForCard(line), wrap: true })),
        },
      },
    ],
  };
}

/** Cards read Markdown. */
function escapedForCard(line: string): string {
  return line.startsWith('http') ? line : line.replace(/([\\`*_{}[\]()#+\-!>|~])/g, '\\$1');
}
