/** Titles of the notifications service's problems. */
export const notificationsProblems = {
  'notifications.notification.not-found': {
    ja: 'お知らせが見つかりません',
    en: 'This notification was not found',
  },
} as const;
