import { defineTexts } from '../../shared/intl/messages';

export const webhookTexts = defineTexts({
  'webhooks.title': { ja: 'Webhook', en: 'Webhooks' },
  'webhooks.lead': {
    ja: '選んだ出来事を、ほかのシステムのURLへ署名付きで送ります。送るのはIDだけで、本文や名前は含みません。',
    en: 'Sends the events you choose to another system, signed. Only IDs are sent, no texts or names.',
  },
  'webhooks.denied': { ja: '権限がありません', en: 'No permission' },
  'webhooks.denied.text': {
    ja: '管理者だけが設定できます。必要なときは管理者に相談してください。',
    en: 'Only administrators can set webhooks up. Please ask one of them.',
  },
  'webhooks.empty': { ja: 'Webhookはまだありません', en: 'No webhooks yet' },
  'webhooks.empty.text': {
    ja: '送り先のURLと出来事を選んで追加すると、ここに送信の記録とともに並びます。',
    en: 'Add one with a URL and events. Its deliveries are listed here.',
  },
  'webhooks.add': { ja: 'Webhookを追加する', en: 'Add a webhook' },
  'webhooks.url': { ja: '送り先のURL', en: 'URL' },
  'webhooks.url.help': {
    ja: 'httpsで始まる、インターネット上のURL',
    en: 'A URL on the public internet that begins with https',
  },
  'webhooks.url.wrong': {
    ja: 'https:// から始まるURLを入力してください。',
    en: 'Please enter a URL that begins with https://.',
  },
  'webhooks.description': { ja: '説明', en: 'Description' },
  'webhooks.description.help': {
    ja: '何に使うか分かる名前にします。例: 入退室システム',
    en: 'What it is for, such as the door system.',
  },
  'webhooks.events': { ja: '知らせる出来事', en: 'Events' },
  'webhooks.events.all': { ja: 'すべて', en: 'All' },
  'webhooks.events.none': {
    ja: '1つ以上選んでください。',
    en: 'Please choose at least one.',
  },
  'webhooks.group.post': { ja: '投稿', en: 'Posts' },
  'webhooks.group.comment': { ja: 'コメント', en: 'Comments' },
  'webhooks.group.task': { ja: 'タスク', en: 'Tasks' },
  'webhooks.group.member': { ja: '会員', en: 'Members' },
  'webhooks.count': {
    ja: '出来事 {count}種類',
    en: '{count, plural, one {# kind of event} other {# kinds of events}}',
  },
  'webhooks.rotated': { ja: 'シークレット: {date}', en: 'secret created {date}' },
  'webhooks.on': { ja: '送信する', en: 'On' },
  'webhooks.on.of': { ja: '{name}へ送信する', en: 'Send to {name}' },
  'webhooks.off.done': { ja: '送信を止めました。', en: 'Turned off.' },
  'webhooks.on.done': { ja: '送信を始めました。', en: 'Turned on.' },
  'webhooks.gone': {
    ja: '送り先が「受け取りを終えた」（HTTP 410）と答えたため、止めました。',
    en: 'Turned off because the receiver answered that it is gone (HTTP 410).',
  },
  'webhooks.failing': {
    ja: '3日間まったく届かなかったため、止めました。送り先を直してから、もう一度有効にしてください。',
    en: 'Turned off because nothing could be delivered for three days. Please fix the receiver and turn it on again.',
  },
  'webhooks.secret': { ja: '署名のシークレット', en: 'Signing secret' },
  'webhooks.secret.text': {
    ja: '表示されるのは今だけです。コピーして受信側に設定してください（Standard Webhooks）。',
    en: 'It is shown only once. Copy it to the receiver (Standard Webhooks).',
  },
  'webhooks.secret.rotated': {
    ja: '1日の間は、前のシークレットでも署名します。その間に受信側を切り替えてください。',
    en: 'The old secret also signs for one day. Update the receiver within that time.',
  },
  'webhooks.secret.unseen': {
    ja: '{url} の署名のシークレットは、ページを離れたため表示できませんでした。メニューから更新してください。',
    en: 'The signing secret of {url} was not shown, because its page was left. Renew it in its menu.',
  },
  'webhooks.secret.copy': { ja: 'コピーする', en: 'Copy' },
  'webhooks.secret.copied': { ja: 'コピーしました。', en: 'Copied.' },
  'webhooks.test': { ja: 'テスト送信', en: 'Send a test' },
  'webhooks.test.done': {
    ja: 'テストを送信しました（HTTP {status}）。',
    en: 'Test delivered (HTTP {status}).',
  },
  'webhooks.test.status': {
    ja: 'テスト送信に失敗しました。送り先の答えはHTTP {status}です。',
    en: 'The test failed: the receiver answered HTTP {status}.',
  },
  'webhooks.test.error': {
    ja: 'テスト送信に失敗しました。{reason}',
    en: 'The test failed. {reason}',
  },
  'webhooks.rotate': { ja: 'シークレットを更新する', en: 'Renew the secret' },
  'webhooks.rotate.title': { ja: 'シークレットを更新しますか', en: 'Renew the secret?' },
  'webhooks.rotate.text': {
    ja: '新しいシークレットを作ります。1日の間は前のシークレットでも署名します。',
    en: 'This creates a new secret. The old one also signs for one day.',
  },
  'webhooks.delete.title': { ja: 'Webhookを削除しますか', en: 'Delete the webhook?' },
  'webhooks.delete.text': {
    ja: '{name}への送信は、待っているものも含めてすぐに止まります。元には戻せません。',
    en: 'Nothing more is sent to {name}, including waiting deliveries. This cannot be undone.',
  },
  'webhooks.deleted': { ja: 'Webhookを削除しました。', en: 'Webhook deleted.' },
  'webhooks.saved': { ja: '保存しました。', en: 'Saved.' },
  'webhooks.log': { ja: '送信の記録', en: 'Deliveries' },
  'webhooks.log.empty': {
    ja: 'まだ何も送っていません。記録は30日残ります。',
    en: 'Nothing sent yet. Deliveries are listed here for 30 days.',
  },
  'webhooks.log.more': { ja: 'さらに表示する', en: 'Show more' },
  'webhooks.log.state.waiting': { ja: '送信待ち', en: 'Waiting' },
  'webhooks.log.state.succeeded': { ja: '成功', en: 'Delivered' },
  'webhooks.log.state.failed': { ja: '失敗', en: 'Failed' },
  'webhooks.log.attempts': {
    ja: '{count}回試行',
    en: '{count, plural, =0 {not attempted yet} one {# attempt} other {# attempts}}',
  },
  'webhooks.log.next': { ja: '次は{time}', en: 'next {time}' },
  'webhooks.log.again': { ja: 'もう一度送る', en: 'Send again' },
  'webhooks.log.again.of': {
    ja: '{event}（{time}）をもう一度送る',
    en: 'Send {event} ({time}) again',
  },
  'webhooks.log.again.done': { ja: 'もう一度送ります。', en: 'It will be sent again.' },
  'reason.timeout': { ja: '時間内に答えがありませんでした。', en: 'No answer in time.' },
  'reason.refused-address': {
    ja: 'このURLには送信できません。',
    en: 'This URL is not allowed.',
  },
  'reason.not-configured': {
    ja: '送り先が設定されていません。',
    en: 'The receiver is not set up.',
  },
  'reason.disabled': {
    ja: '届かない日が続いたため、送信を止めました。',
    en: 'Turned off because nothing could be delivered for days.',
  },
  'reason.econnrefused': { ja: '接続を断られました。', en: 'The connection was refused.' },
  'reason.enotfound': { ja: 'ホスト名が見つかりません。', en: 'The host was not found.' },
  'reason.other': { ja: '接続できませんでした。', en: 'No connection.' },
  'event.webhook.test': { ja: 'テスト', en: 'Test' },
  'event.timeline.post.created': { ja: '投稿の作成', en: 'Post created' },
  'event.timeline.post.updated': { ja: '投稿の変更', en: 'Post changed' },
  'event.timeline.post.deleted': { ja: '投稿の削除', en: 'Post deleted' },
  'event.timeline.posts.imported': { ja: '投稿の取り込み', en: 'Posts imported' },
  'event.timeline.comment.created': { ja: 'コメントの作成', en: 'Comment created' },
  'event.timeline.comment.updated': { ja: 'コメントの変更', en: 'Comment changed' },
  'event.timeline.comment.deleted': { ja: 'コメントの削除', en: 'Comment deleted' },
  'event.tasks.task.created': { ja: 'タスクの作成', en: 'Task created' },
  'event.tasks.task.updated': { ja: 'タスクの変更', en: 'Task changed' },
  'event.tasks.task.deleted': { ja: 'タスクの削除', en: 'Task deleted' },
  'event.members.member.added': { ja: '会員の追加', en: 'Member added' },
  'event.members.member.updated': { ja: '会員の変更', en: 'Member changed' },
  'event.members.member.deleted': { ja: '会員の退会', en: 'Member resigned' },
  'event.members.member.restored': { ja: '会員の復帰', en: 'Member restored' },
  'event.members.member.imported': { ja: '会員の取り込み', en: 'Members imported' },
});

/** The message id of an event, if there is one. */
export function eventWords(event: string): keyof typeof webhookTexts | null {
  const name = `event.${event}`;
  return Object.hasOwn(webhookTexts, name) ? (name as keyof typeof webhookTexts) : null;
}
