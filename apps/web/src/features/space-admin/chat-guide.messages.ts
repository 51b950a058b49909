import { defineTexts } from '../../shared/intl/messages';

/** How to get the address or token of a chat. Names of other products' buttons are theirs. */
export const chatGuideTexts = defineTexts({
  'chatGuide.slack': { ja: 'Slackのアドレスの取り方', en: 'How to get the address in Slack' },
  'chatGuide.slack.1': {
    ja: 'api.slack.com/apps を開き、「Create New App」の「From scratch」で、アプリの名前と、通知を届けるSlackを選びます。',
    en: 'Open api.slack.com/apps. Choose Create New App, then From scratch, and pick a name and your workspace.',
  },
  'chatGuide.slack.2': {
    ja: '左の「Incoming Webhooks」で「Activate Incoming Webhooks」をオンにし、下の「Add New Webhook to Workspace」を押して、送り先のチャンネルを選び許可します。ボタンが「Request to Add New Webhook」なら、先にSlackの管理者の承認が必要です。',
    en: 'Under Incoming Webhooks, turn on Activate Incoming Webhooks. Choose Add New Webhook to Workspace below, pick the channel and allow it. If the button says Request to Add New Webhook, an administrator of your Slack must approve it first.',
  },
  'chatGuide.slack.3': {
    ja: '「Webhook URL」の https://hooks.slack.com/services/… をコピーして、ここに貼り付けます。',
    en: 'Copy the webhook URL https://hooks.slack.com/services/… and paste it here.',
  },
  'chatGuide.teams': { ja: 'Teamsのアドレスの取り方', en: 'How to get the address in Teams' },
  'chatGuide.teams.1': {
    ja: '送り先のチャネルの「•••」（その他のオプション）から「ワークフロー」を開きます。',
    en: 'Open ••• (More options) of the channel to send to, and choose Workflows.',
  },
  'chatGuide.teams.2': {
    ja: 'Webhookの通知をチャネルに送るテンプレート（英語の名前は「Send webhook alerts to a channel」）を選び、チームとチャネルを確かめて追加します。見つからなければ、「Teams Webhook 要求が受信されたとき」から始まるワークフローを作ります。',
    en: 'Pick the template “Send webhook alerts to a channel”, check team and channel, and add it. If it is not there, make a workflow that starts with “When a Teams webhook request is received”.',
  },
  'chatGuide.teams.3': {
    ja: '最後に表示されるURLをコピーして、ここに貼り付けます。テスト送信が届かないときは、ワークフローを起動できる人が限られていないか確かめてください。',
    en: 'Copy the URL that is shown at the end, and paste it here. If a test does not arrive, check that anyone can trigger the workflow.',
  },
  'chatGuide.chatwork': {
    ja: 'Chatworkのトークンの取り方',
    en: 'How to get the token in Chatwork',
  },
  'chatGuide.chatwork.1': {
    ja: '右上の自分の名前から「サービス連携」を開き、「APIトークン」を選びます。組織契約では先に「API利用申請」が表示されるので、申請して管理者の承認を待ちます。',
    en: 'Open the menu of your name at the top right, then “サービス連携” (service integration) and “APIトークン” (API token). An organisation’s plan asks you to apply for the API first, and an administrator to approve it.',
  },
  'chatGuide.chatwork.2': {
    ja: '「コピー」を押してトークンをここに貼り付けます。メッセージはその人の名前で送られるので、専用のアカウントをおすすめします。',
    en: 'Copy the token and paste it here. Messages are sent in the name of this account, so a separate one is best.',
  },
  'chatGuide.chatwork.3': {
    ja: '送り先のチャットを開き、アドレスの「rid」に続く数字をルームIDに入れます。',
    en: 'Open the chat to send to. The digits after “rid” in its address are the room ID.',
  },
});
