import type { OperationTexts } from './operation-texts';

/** The operations of integrations in Japanese. */
export const integrations: OperationTexts = {
  getIntegrations: {
    summary: 'チャット連携の設定',
    description: 'スペースのSlack、Teams、Chatworkの設定を返します。シークレットは伏せます。',
  },
  updateIntegrations: {
    summary: 'チャット連携の設定を変更する',
    description:
      '指定したチャットの設定を変更し、ほかはそのままにします。プライベートネットワークのアドレスは拒否します。',
  },
  testSlackNotification: {
    summary: 'Slackにテストを送る',
    description: '保存した設定でメッセージを送り、Slackの応答を待ちます。',
  },
  testTeamsNotification: {
    summary: 'Teamsにテストを送る',
    description: '保存した設定でメッセージを送り、Teamsの応答を待ちます。',
  },
  testChatworkNotification: {
    summary: 'Chatworkにテストを送る',
    description: '保存した設定でメッセージを送り、Chatworkの応答を待ちます。',
  },
  listDeliveries: {
    summary: '配信の一覧',
    description:
      'チャットとWebhookに送ったものを、それぞれの最後の結果とともに、新しい順に返します。',
  },
  redeliver: {
    summary: '配信をもう一度送る',
    description:
      '配信を、元のIDと内容のまま、もう一度送る列に入れます。内容を保存する期間には限りがあります。',
  },
  listWebhooks: {
    summary: 'Webhookの一覧',
    description: 'スペースの送信Webhookを、シークレットを除いて返します。',
  },
  addWebhook: {
    summary: 'Webhookを追加する',
    description:
      'イベントの受信先を追加します。署名はStandard Webhooksの仕様に従います。シークレットはこの応答でだけ返します。プライベートネットワークのアドレスは拒否します。',
  },
  updateWebhook: {
    summary: 'Webhookを変更する',
    description: 'Webhookのアドレス、イベント、名前を変更するか、オンとオフを切り替えます。',
  },
  deleteWebhook: {
    summary: 'Webhookを削除する',
    description: 'Webhookを削除します。送信を待っている配信は送りません。',
  },
  replayWebhook: {
    summary: '期間を指定してWebhookをもう一度送る',
    description:
      '指定した期間の配信を、同じIDと新しい署名でもう一度送ります。次の試行を待っている配信も、すぐに送ります。配信は30日間保存します。',
  },
  rotateWebhookSecret: {
    summary: 'Webhookのシークレットを作り直す',
    description:
      '新しいシークレットを返します。1日のあいだ、配信には古いシークレットと新しいシークレットの両方の署名が付きます。',
  },
  testWebhook: {
    summary: 'Webhookにテストを送る',
    description: '署名したテストをすぐに送り、その結果を返します。オフのWebhookにも送ります。',
  },
};
