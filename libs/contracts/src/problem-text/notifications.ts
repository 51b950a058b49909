/** Titles of the notifications service's problems. */
export const notificationsProblems = {
  'notifications.notification.not-found': {
    ja: 'お知らせが見つかりません',
    en: 'This notification was not found',
  },
  'notifications.follow.not-found': {
    ja: 'フォローする会員または投稿が見つかりません',
    en: 'The member or post to follow was not found',
  },
  'notifications.follow.too-many': {
    ja: 'フォローとミュートは合わせて{limit}件までです',
    en: 'At most {limit} members and posts can be followed or muted',
  },
} as const;
