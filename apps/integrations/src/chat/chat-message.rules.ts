import type { ChatName } from '@engawa/contracts';

/** Longest memo in a chat message; the link leads to the rest. */
const EXCERPT_LENGTH = 500;

/** Contents of a chat message. */
export interface ChatMessage {
  heading: string;
  memo: string;
  link: string;
}

/** The message as plain text with a shortened memo. The link is the last line. */
export function chatText(message: ChatMessage): string {
  const memo = message.memo.trim();
  const excerpt = memo.length > EXCERPT_LENGTH ? `${shortened(memo)}…` : memo;
  return [message.heading, excerpt, message.link].filter(Boolean).join('\n');
}

/** Never ends within a surrogate pair. */
function shortened(memo: string): string {
  return memo.slice(0, EXCERPT_LENGTH).replace(/[\uD800-\uDBFF]$/, '');
}

/**
 * Headers and body of a text of `chatText`. Everything but the link is escaped in the chat's
 * markup, because users wrote it (INT-3).
 */
export function chatBody(
  chat: ChatName,
  text: string,
): { headers: Record<string, string>; body: string } {
  const json = { 'content-type': 'application/json' };
  switch (chat) {
    case 'slack':
      return {
        headers: json,
        body: JSON.stringify({ text: escapedLines(text, escapedForSlack).join('\n') }),
      };
    case 'teams':
      return {
        headers: json,
        body: JSON.stringify(adaptiveCard(escapedLines(text, escapedForCard))),
      };
    case 'chatwork': {
      const body = escapedLines(text, escapedForChatwork).join('\n');
      return {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ body }).toString(),
      };
    }
  }
}

/** The lines, escaped except the link, which is the last of several. */
function escapedLines(text: string, escape: (line: string) => string): string[] {
  const lines = text.split(/\r\n|\r|\n/);
  return lines.map((line, at) => {
    const isLink = at > 0 && at === lines.length - 1 && /^https?:\/\/\S+$/.test(line);
    return isLink ? line : escape(line);
  });
}

/** Separates two characters invisibly. */
const WORD_JOINER = '\u2060';

/**
 * Slack parses commands in angle brackets, such as `<!channel>` and `<@U1>`. Workspaces that link
 * names also parse `@channel`, which cannot be escaped.
 */
function escapedForSlack(line: string): string {
  return line
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/@(?=(?:channel|here|everyone|group)\b)/gi, `@${WORD_JOINER}`);
}

/**
 * Chatwork parses tags such as `[toall]` and `[To:1]` without an escape; other brackets replace
 * them.
 */
function escapedForChatwork(line: string): string {
  return line.replace(/\[/g, '［').replace(/\]/g, '］');
}

/** Cards parse Markdown, and functions such as `{{DATE(…)}}`. */
function escapedForCard(line: string): string {
  return line
    .replace(/[\\`*_{}[\]()#+\-!<>|~&@=]/g, '\\$&')
    .replace(/^(\s*\d+)\./, '$1\\.')
    .replace(/\{\\\{/g, `{${WORD_JOINER}\\{`);
}

function adaptiveCard(lines: readonly string[]): object {
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: lines.map((line) => ({ type: 'TextBlock', text: line, wrap: true })),
        },
      },
    ],
  };
}
