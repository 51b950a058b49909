import type { OperationTexts } from './operation-texts';

/** The operations of notifications in Japanese. */
export const notifications: OperationTexts = {
  getToday: {
    summary: '今日のページ',
    description:
      '勤務の始めに見る1ページを返します。必読の投稿、自分を待つタスクとメンション、話すとよい会員とその理由、これから数日の誕生日・契約終了日・入会の記念日、紹介できそうな会員、前回から今までの動きです。',
  },
  markTodaySeen: {
    summary: '今日のページを見たことにする',
    description: 'どの時点までの動きを見たかを設定します。getTodayはそれより後の動きを返します。',
  },
  listNotifications: {
    summary: 'お知らせの一覧',
    description: '自分へのお知らせを新しい順に返します。',
  },
  listFollows: {
    summary: 'フォローとミュートの一覧',
    description: '自分がフォローしている会員と投稿、ミュートした投稿を新しい順に返します。',
  },
  followMember: {
    summary: '会員をフォローする',
    description: '会員についての新しい投稿と、それへのコメントを自分に知らせます。',
  },
  unfollowMember: {
    summary: '会員のフォローをやめる',
    description: '会員についてのお知らせをやめます。フォローしていなくても成功します。',
  },
  followPost: {
    summary: '投稿をフォローまたはミュートする',
    description:
      '`follow` は、投稿へのコメントとタスクの状態を自分に知らせます。`mute` は、投稿についてのお知らせを、メンション、自分のタスク、必読に限ります。',
  },
  unfollowPost: {
    summary: '投稿のフォローまたはミュートをやめる',
    description:
      '投稿についてのお知らせを通常に戻します。フォローもミュートもしていなくても成功します。',
  },
  listNotificationGroups: {
    summary: '投稿ごとのお知らせの一覧',
    description: '自分へのお知らせを、行き先の投稿ごとにまとめて、新しい順に返します。',
  },
  getNotificationPreferences: {
    summary: 'お知らせの受け取り方',
    description: 'どの種類のお知らせを、アプリとメールで受け取るかを返します。',
  },
  updateNotificationPreferences: {
    summary: 'お知らせの受け取り方を変更する',
    description:
      '指定した種類のお知らせの受け取り方を変更します。ほかの種類と、種類の中で省いたものはそのままです。',
  },
  markNotificationsRead: {
    summary: 'お知らせを既読にする',
    description: '自分へのお知らせをすべて、または1つの投稿に行くものだけ、既読にします。',
  },
  markNotificationsUnread: {
    summary: '投稿の最新のお知らせを未読に戻す',
    description: '投稿に行くお知らせのうち最新のものを、未読に戻します。',
  },
  markNotificationRead: {
    summary: 'お知らせを1件既読にする',
    description: '自分へのお知らせを1件、既読にします。',
  },
  getUnreadCount: {
    summary: '未読のお知らせの数',
    description: 'バッジのために、自分への未読のお知らせの数を返します。',
  },
};
