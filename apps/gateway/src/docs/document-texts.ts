import type { Locale } from '@engawa/contracts';
import type { OpenApiDocument } from '@engawa/service-kit';
import { japaneseOperations } from './japanese/japanese-operations';

/** The ways to authenticate. */
export const securitySchemes = {
  session: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'Access token of signIn or refreshSession. What its holder may do follows from the role.',
  },
  apiToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'engawa_…',
    description:
      'API token of createApiToken, for third parties. An operation lists the scope that the ' +
      'token needs; an operation without this scheme refuses API tokens.',
  },
};

const descriptions: Readonly<Record<Locale, string>> = {
  en: `The relationship log of a community space.

- **Authentication.** Send \`Authorization: Bearer …\` with the access token of a session or an API token (\`engawa_…\`) of the space. Every answer is bound to the space of the token; an id of another space answers like an unknown one.
- **Errors** are problem documents (RFC 9457) with a stable \`code\`, the id of the request and, for invalid input, a pointer for each field. Their texts follow \`Accept-Language\` (ja, en).
- **Lists** page by opaque cursors: pass \`nextCursor\` as \`cursor\`.
- **Writes** take \`Idempotency-Key\`: a request that is repeated within 24 hours changes nothing again. Edits require \`If-Match\` with the \`ETag\` that the edit is based on (428 without it, 412 where somebody else was first); \`If-Match: *\` overwrites any version.
- **Limits** are shown by \`RateLimit\` headers; beyond them the API answers 429 with \`Retry-After\`.
- **Changes.** Fields, operations and events may be added at any time; ignore what you do not know. Everything else is announced in the changelog of the API (docs/api-changes.md) first.`,
  ja: `コミュニティスペースの関係ログです。

- **認証** \`Authorization: Bearer …\` に、セッションのアクセストークンか、スペースのAPIトークン（\`engawa_…\`）を付けます。応答はトークンのスペースに限られ、ほかのスペースのIDは存在しないIDと同じ応答になります。
- **エラー** は problem document（RFC 9457）です。変わらない \`code\`、リクエストのID、入力の誤りには項目ごとの位置が入ります。文面の言語は \`Accept-Language\`（ja、en）に従います。
- **一覧** はカーソルでページを送ります。\`nextCursor\` を \`cursor\` に渡してください。
- **書き込み** には \`Idempotency-Key\` を付けられ、24時間以内の再送は二重に実行されません。編集には、もとにした版の \`ETag\` を \`If-Match\` に付けます（ないと428、ほかの人が先に変更していれば412）。\`If-Match: *\` はどの版でも上書きします。
- **制限** は \`RateLimit\` ヘッダーで分かります。超えると \`Retry-After\` 付きの429を返します。
- **変更** 項目・操作・イベントは随時増えます。知らない項目は無視してください。それ以外の変更は、先にAPIの変更履歴（docs/api-changes.md）で知らせます。`,
};

export function infoOf(locale: Locale) {
  return {
    title: 'Engawa API',
    version: '1',
    description: descriptions[locale],
    contact: { name: 'Operator of this installation' },
    license: { name: 'Proprietary', identifier: 'LicenseRef-Engawa' },
  };
}

const tags: Readonly<Record<string, Readonly<Record<Locale, string>>>> = {
  gateway: { en: 'The live stream', ja: 'ライブ配信' },
  identity: {
    en: 'Sign-in, sessions, staff members, spaces, API tokens and the audit log',
    ja: 'ログイン、セッション、スタッフ、スペース、APIトークン、監査ログ',
  },
  members: {
    en: 'Members, member types, CSV imports and merges',
    ja: '会員、会員種別、CSV取り込み、統合',
  },
  timeline: {
    en: 'Posts, comments, labels, reactions, drafts and attachments',
    ja: '投稿、コメント、ラベル、リアクション、下書き、添付',
  },
  tasks: { en: 'Tasks and saved task filters', ja: 'タスクと保存した絞り込み' },
  notifications: {
    en: 'Notifications, unread counts and the shift handover',
    ja: 'お知らせ、未読数、留守のあいだに',
  },
  search: {
    en: 'Search, dashboard figures, the radar and member briefs',
    ja: '検索、ダッシュボード、関係、会う前のメモ',
  },
  integrations: {
    en: 'Slack, Teams, Chatwork and outgoing webhooks',
    ja: 'Slack、Teams、Chatwork、Webhook',
  },
};

/** The description of a tag; none for unknown tags. */
export function tagText(name: string, locale: Locale): { description?: string } {
  const text = tags[name]?.[locale];
  return text === undefined ? {} : { description: text };
}

/** Puts the texts of the language into the operations, in place. English ones are there. */
export function translateOperations(paths: OpenApiDocument['paths'], locale: Locale): void {
  if (locale !== 'ja') return;
  for (const operation of Object.values(paths).flatMap((item) => Object.values(item))) {
    Object.assign(operation, japaneseOperations[operation.operationId]);
  }
}
