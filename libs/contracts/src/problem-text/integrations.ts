const unreachable = {
  ja: 'ネットワークとURLを確認してください',
  en: 'Please check the network and the URL',
};

/** Titles of the integrations service's problems. */
export const integrationsProblems = {
  'integrations.settings.stale': {
    ja: 'ほかの人が先に連携の設定を変更しました',
    en: 'Someone else changed the integrations first',
  },
  'integrations.address.refused': {
    ja: 'このURLには送信できません',
    en: 'This URL is not allowed',
    detail: {
      ja: 'httpsで始まる、インターネット上のURLを指定してください。',
      en: 'Please enter a public URL that begins with https://.',
    },
  },
  'integrations.test.not-configured': {
    ja: '先に連携先を設定してください',
    en: 'Please set the integration up first',
  },
  'integrations.test.slack-failed': {
    ja: 'Slackへのテスト通知に失敗しました',
    en: 'The test message to Slack failed',
    detail: unreachable,
  },
  'integrations.test.teams-failed': {
    ja: 'Teamsへのテスト通知に失敗しました',
    en: 'The test message to Teams failed',
    detail: unreachable,
  },
  'integrations.test.chatwork-failed': {
    ja: 'Chatworkへのテスト通知に失敗しました',
    en: 'The test message to Chatwork failed',
    detail: {
      ja: 'トークンとルームIDを確認してください',
      en: 'Please check the token and the room ID',
    },
  },
  'integrations.webhook.not-found': {
    ja: 'このWebhookは見つかりません',
    en: 'This webhook was not found',
  },
  'integrations.webhook.stale': {
    ja: 'ほかの人が先にWebhookを変更しました',
    en: 'Someone else changed the webhook first',
  },
  'integrations.webhook.too-many': {
    ja: 'Webhookは{limit}件まで登録できます',
    en: 'A space can have at most {limit} webhooks',
  },
  'integrations.delivery.not-found': {
    ja: 'この配信は見つかりません',
    en: 'This delivery was not found',
  },
  'integrations.delivery.emptied': {
    ja: '送信済みの通知は、もう一度送信できません',
    en: 'A delivered chat message cannot be sent again',
    detail: {
      ja: '内容は送信後に消去されます。',
      en: 'Its text is deleted after delivery.',
    },
  },
} as const;
