/** Titles of the gateway's own problems. */
export const gatewayProblems = {
  'gateway.service.unreachable': {
    ja: 'ただいまこの機能を利用できません',
    en: 'This part of the service is not available right now',
    detail: {
      ja: 'しばらくしてからもう一度お試しください。',
      en: 'Please try again in a moment.',
    },
  },
  'gateway.service.timeout': {
    ja: '応答に時間がかかりすぎました',
    en: 'The response took too long',
    detail: {
      ja: 'しばらくしてからもう一度お試しください。',
      en: 'Please try again in a moment.',
    },
  },
  'gateway.rate.limited': {
    ja: 'リクエストが多すぎます',
    en: 'Too many requests',
    detail: {
      ja: '{seconds} 秒後にもう一度お試しください。',
      en: 'Please try again in {seconds} seconds.',
    },
  },
  'gateway.tool.already-task': {
    ja: 'この投稿はすでにタスクです',
    en: 'This post is a task already',
    detail: {
      ja: '担当・期限・ラベルは Engawa の画面で変更できます。完了にするには finish_task を使ってください。',
      en: 'Change its assignee, due date and labels in Engawa. To finish it, use finish_task.',
    },
  },
  'gateway.live.too-many': {
    ja: 'ライブ更新の接続が多すぎます',
    en: 'Too many live streams are open',
  },
} as const;
