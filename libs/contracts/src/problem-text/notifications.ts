/** Titles of the notifications service's problems. */
export const notificationsProblems = {
  'notifications.notification.not-found': {
    ja: '通知が見つかりません',
    en: 'This notification was not found',
  },
} as const;
