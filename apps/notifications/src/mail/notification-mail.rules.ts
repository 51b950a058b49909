import { notificationKind, type Locale, type TaskStatus } from '@engawa/contracts';
import type { MailContent } from '@engawa/mail';
import { z } from 'zod';

/** What a mail can say: the kinds of notifications, and the reminder of a must-read post. */
export const mailKind = z.enum([...notificationKind.options, 'mustReadReminder']);
export type MailKind = z.infer<typeof mailKind>;

/** Contents of a mail about one notification. */
export interface Mailed {
  kind: MailKind;
  /** Empty for the system. */
  actorName: string;
  excerpt: string;
  emoji: string | null;
  taskStatus: TaskStatus | null;
  url: string;
}

const statuses: Record<Locale, Record<TaskStatus, string>> = {
  ja: { waiting: '未対応', inProgress: '対応中', done: '完了', skipped: '見送り' },
  en: { waiting: 'Waiting', inProgress: 'In progress', done: 'Done', skipped: 'Skipped' },
};

const headlines: Record<Locale, Record<MailKind, (mailed: Mailed) => string>> = {
  ja: {
    comment: ({ actorName }) => `${actorName}さんがコメントしました`,
    mention: ({ actorName }) => `${actorName}さんがあなたをメンションしました`,
    reaction: ({ actorName, emoji }) => `${actorName}さんが ${emoji ?? ''} を付けました`,
    taskAssigned: ({ actorName }) => `${actorName}さんがあなたをタスクの担当にしました`,
    taskUnassigned: ({ actorName }) => `${actorName}さんがあなたをタスクの担当から外しました`,
    taskStatus: ({ actorName, taskStatus }) =>
      `${actorName}さんがタスクを「${taskStatus ? statuses.ja[taskStatus] : ''}」にしました`,
    taskDue: () => 'タスクの期限が近づいています',
    mustRead: ({ actorName }) => `${actorName}さんが必読の投稿を書きました`,
    mustReadReminder: ({ actorName }) => `${actorName}さんの必読の投稿を確認してください`,
    followed: ({ actorName }) => `${actorName}さんがフォロー中の会員または投稿について書きました`,
  },
  en: {
    comment: ({ actorName }) => `${actorName} commented`,
    mention: ({ actorName }) => `${actorName} mentioned you`,
    reaction: ({ actorName, emoji }) => `${actorName} reacted with ${emoji ?? ''}`,
    taskAssigned: ({ actorName }) => `${actorName} assigned a task to you`,
    taskUnassigned: ({ actorName }) => `${actorName} unassigned you from a task`,
    taskStatus: ({ actorName, taskStatus }) =>
      `${actorName} set a task to “${taskStatus ? statuses.en[taskStatus] : ''}”`,
    taskDue: () => 'A task is due soon',
    mustRead: ({ actorName }) => `${actorName} wrote a must-read post`,
    mustReadReminder: ({ actorName }) => `Please confirm ${actorName}’s must-read post`,
    followed: ({ actorName }) => `${actorName} wrote about something you follow`,
  },
};

const words: Record<
  Locale,
  {
    greeting(name: string): string;
    open: string;
    digest(count: number): string;
    more(count: number): string;
    settings: string;
    list: string;
  }
> = {
  ja: {
    greeting: (name) => `${name} さん`,
    open: '内容を見る',
    digest: (count) => `未読のお知らせ ${count} 件`,
    more: (count) => `ほかに ${count} 件あります。`,
    settings: 'メールの受け取り方は、お知らせの設定で変えられます。',
    list: 'お知らせを開く',
  },
  en: {
    greeting: (name) => `Dear ${name},`,
    open: 'Open',
    digest: (count) => `${count} unread notification${count === 1 ? '' : 's'}`,
    more: (count) => `And ${count} more.`,
    settings: 'You can choose which e-mails you receive in the notification settings.',
    list: 'Open notifications',
  },
};

/** The mail about one notification. */
export function singleMail(locale: Locale, name: string, mailed: Mailed): MailContent {
  const phrases = words[locale];
  const headline = headlines[locale][mailed.kind](mailed);
  return {
    locale,
    subject: headline,
    greeting: phrases.greeting(name),
    paragraphs: [headline, ...(mailed.excerpt ? [mailed.excerpt] : [])],
    action: { label: phrases.open, url: mailed.url },
    notes: [phrases.settings],
  };
}

/** Most entries in a digest. */
const DIGEST_ENTRIES = 20;

/** The mail with a day's unread notifications, newest first. */
export function digestMail(
  locale: Locale,
  name: string,
  mailed: readonly Mailed[],
  listUrl: string,
): MailContent {
  const phrases = words[locale];
  const entries = mailed
    .slice(0, DIGEST_ENTRIES)
    .map((entry) =>
      [`・${headlines[locale][entry.kind](entry)}`, entry.excerpt, entry.url]
        .filter(Boolean)
        .join('\n'),
    );
  const rest = mailed.length - DIGEST_ENTRIES;
  return {
    locale,
    subject: phrases.digest(mailed.length),
    greeting: phrases.greeting(name),
    paragraphs: [...entries, ...(rest > 0 ? [phrases.more(rest)] : [])],
    action: { label: phrases.list, url: listUrl },
    notes: [phrases.settings],
  };
}

/** Address of a notification's target in the web app. */
export function urlOf(
  publicUrl: string,
  { postId, commentId }: { postId: string; commentId: string | null },
): string {
  const base = publicUrl.replace(/\/+$/, '');
  return commentId ? `${base}/posts/${postId}/comments/${commentId}` : `${base}/posts/${postId}`;
}
