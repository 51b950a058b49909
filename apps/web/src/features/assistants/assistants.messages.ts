import { defineTexts } from '../../shared/intl/messages';

export const assistantTexts = defineTexts({
  'consent.title': { ja: 'アシスタントをつなぐ', en: 'Connect an assistant' },
  'consent.lead': {
    ja: '「{name}」が、{staff} さんとして {space} を使おうとしています。',
    en: '“{name}” wants to use {space} as {staff}.',
  },
  'consent.unchecked': {
    ja: '名前は相手のプログラムが名乗ったもので、Engawaは確かめていません。自分でつなごうとした覚えがなければ、許可しないでください。',
    en: 'The name is what the program calls itself; Engawa has not checked it. Do not allow it unless you started this yourself.',
  },
  'consent.goes': { ja: '許可したあとの移動先', en: 'Afterwards you go to' },
  'consent.sees': { ja: '見られるもの', en: 'It can see' },
  'consent.does': { ja: 'できること', en: 'It can do' },
  'consent.never': {
    ja: 'スタッフや設定の変更、削除、エクスポートはできません。使った記録は監査ログに残ります。プロフィールからいつでも切断できます。',
    en: 'It cannot change staff or settings, delete anything or export data. Every use is in the audit log. You can disconnect it in your profile at any time.',
  },
  'consent.leaves': {
    ja: '見られた内容は、そのプログラムの提供者のもとにも渡ります。',
    en: 'What it sees is passed on to the provider of the program.',
  },
  'consent.readOnly': { ja: '見るだけにする', en: 'Let it read only' },
  'consent.allow': { ja: '許可する', en: 'Allow' },
  'consent.deny': { ja: '許可しない', en: 'Do not allow' },
  'consent.wrong': {
    ja: 'プログラムからの依頼に足りないものがあります。プログラムの側で、つなぎ直してください。',
    en: 'The program’s request is incomplete. Please connect again from the program.',
  },
  'consent.home': { ja: 'ホームへ戻る', en: 'Back to home' },
  'consent.back': { ja: 'プログラムに戻る', en: 'Back to the program' },
  'assistants.scope.post.read': { ja: '投稿とコメント', en: 'Posts and comments' },
  'assistants.scope.task.read': { ja: 'タスク', en: 'Tasks' },
  'assistants.scope.member.read': {
    ja: '会員の名前・会社・メモなど',
    en: 'Members: names, companies, notes and the like',
  },
  'assistants.scope.notification.read': {
    ja: 'あなた宛てのお知らせと「今日」',
    en: 'Your notifications and your Today page',
  },
  'assistants.scope.search.read': {
    ja: '検索と、会員ごとの会話の要約',
    en: 'Search, and a summary of the talks with each member',
  },
  'assistants.scope.insight.read': {
    ja: 'しばらく話していない会員などの集計',
    en: 'Insights, such as members nobody has talked with for long',
  },
  'assistants.scope.post.write': {
    ja: 'あなたの名前で投稿とコメントを書き、タスクを作る',
    en: 'Write posts and comments and create tasks in your name',
  },
  'assistants.scope.task.write': { ja: 'タスクを完了にする', en: 'Mark tasks as done' },
  'assistants.title': { ja: 'つながっているアシスタント', en: 'Connected assistants' },
  'assistants.lead': {
    ja: 'あなたの名前でEngawaを使うAIアシスタントです。接続先は {address} です。',
    en: 'AI assistants that use Engawa in your name. They connect to {address}.',
  },
  'assistants.empty': {
    ja: 'つながっているアシスタントはありません。',
    en: 'No assistants are connected.',
  },
  'assistants.reads': { ja: '見るだけ', en: 'Reads only' },
  'assistants.writes': { ja: '見る・書く', en: 'Reads and writes' },
  'assistants.used': { ja: '最後の利用', en: 'Last used' },
  'assistants.used.never': { ja: 'まだ使われていません', en: 'Not used yet' },
  'assistants.end': { ja: '切断する', en: 'Disconnect' },
  'assistants.end.of': { ja: '{name} を切断する', en: 'Disconnect {name}' },
  'assistants.end.title': { ja: '「{name}」を切断しますか', en: 'Disconnect “{name}”?' },
  'assistants.end.text': {
    ja: 'すぐに使えなくなります。もう一度つなぐには許可が必要です。',
    en: 'It stops working at once. Connecting it again needs your permission.',
  },
  'assistants.ended': { ja: '切断しました。', en: 'Disconnected.' },
});
