import { defineTexts } from '../../shared/intl/messages';

export const healthTexts = defineTexts({
  'health.title': { ja: '関係', en: 'Relations' },
  'health.figures': { ja: 'ダッシュボード', en: 'Dashboard' },
  'health.views': { ja: '表示する内容', en: 'View' },
  'health.view.cold': { ja: 'しばらく話していない会員', en: 'Overdue for a talk' },
  'health.view.issues': { ja: '課題の多い会員', en: 'Unresolved issues' },
  'health.view.coverage': { ja: '引き継ぎの備え', en: 'Coverage' },
  'health.more': { ja: 'さらに表示する', en: 'Show more' },

  'health.cold.lead': {
    ja: '会員種別ごとに決めた日数のあいだ、だれも話していない会員です。長く話していない順に並びます。',
    en: 'Members nobody has talked with for longer than their type allows, longest first.',
  },
  'health.cold.count': {
    ja: '{count}人',
    en: '{count, plural, one {# member} other {# members}}',
  },
  'health.cold.snoozed': { ja: '保留中（{count}）', en: 'Snoozed ({count})' },
  'health.cold.days': { ja: '{days}日', en: '{days, plural, one {# day} other {# days}}' },
  'health.cold.never': { ja: 'まだ話していません', en: 'Never talked with' },
  'health.cold.by': { ja: '最後: {name}', en: 'Last talk: {name}' },
  'health.cold.issues': {
    ja: '未解決の課題 {count}件',
    en: '{count, plural, one {# unresolved issue} other {# unresolved issues}}',
  },
  'health.cold.empty': {
    ja: 'しばらく話していない会員はいません',
    en: 'No members are overdue for a talk',
  },
  'health.cold.empty.text': {
    ja: '決めた日数のあいだ話していない会員がいると、ここに並びます。',
    en: 'Members without a talk for longer than the limit you set appear here.',
  },
  'health.snooze': { ja: '保留する', en: 'Snooze' },
  'health.snooze.of': { ja: '{name}を保留する', en: 'Snooze {name}' },
  'health.snooze.title': { ja: '{name}を保留する', en: 'Snooze {name}' },
  'health.snooze.lead': {
    ja: '選んだ日まで、この一覧に出しません。その前に話したときは、保留も終わります。',
    en: 'They are hidden from this list until that day, or until someone talks with them.',
  },
  'health.snooze.until': { ja: 'いつまで保留するか', en: 'Until' },
  'health.snooze.until.missing': { ja: '日付を入力してください。', en: 'Please enter a date.' },
  'health.snooze.until.7': { ja: '1週間', en: '1 week' },
  'health.snooze.until.30': { ja: '1か月', en: '1 month' },
  'health.snooze.until.90': { ja: '3か月', en: '3 months' },
  'health.snooze.reason': { ja: '理由', en: 'Reason' },
  'health.snooze.reason.example': {
    ja: '例: 長期の出張中',
    en: 'For example: abroad until spring',
  },
  'health.snooze.reason.missing': { ja: '理由を入力してください。', en: 'Please enter a reason.' },
  'health.snooze.done': { ja: '{name}を保留しました。', en: '{name} is snoozed.' },
  'health.snooze.end': { ja: '一覧に戻す', en: 'End snooze' },
  'health.snooze.end.of': { ja: '{name}を一覧に戻す', en: 'End snooze of {name}' },
  'health.snooze.ended': { ja: '{name}を一覧に戻しました。', en: '{name} is no longer snoozed.' },
  'health.snooze.told': { ja: '{date}まで・{name}', en: 'until {date} · {name}' },
  'health.snooze.empty': { ja: '保留中の会員はいません', en: 'No members are snoozed' },
  'health.snooze.empty.text': {
    ja: '理由があって話していない会員は、一覧から保留できます。',
    en: 'When there is a reason for the silence, snooze the member from the list.',
  },
  'health.days': { ja: '日数を設定する', en: 'Edit limits' },
  'health.days.title': { ja: '話していない日数', en: 'Days without a talk' },
  'health.days.lead': {
    ja: 'この日数のあいだだれも話していない会員が一覧に出ます。空にすると、その種別は出しません。',
    en: 'Members are listed after this many days without a talk. Leave a field empty to never list that type.',
  },
  'health.days.default': { ja: 'そのほかの会員', en: 'All other members' },
  'health.days.unit': { ja: '日', en: 'days' },
  'health.days.usual': { ja: '{days}日（そのほかと同じ）', en: '{days} (default)' },
  'health.days.own': { ja: '「{name}」だけの日数にする', en: 'Days for {name}' },
  'health.days.wrong': { ja: '1〜1000の数を入力してください。', en: 'Please enter 1 to 1000.' },
  'health.days.saved': { ja: '日数を保存しました。', en: 'The limits have been saved.' },

  'health.issues.lead': {
    ja: '未解決の課題が多い会員です。件数を押すと、その投稿が開きます。',
    en: 'Members with the most unresolved issues. Select a number to see the posts.',
  },
  'health.issues.open': {
    ja: '{name}の未解決の課題を開く（{count}件）',
    en: 'Open the issues of {name} ({count})',
  },
  'health.issues.oldest': { ja: '最も古い課題 {days}日前', en: 'oldest {days} days ago' },
  'health.issues.empty': { ja: '未解決の課題はありません', en: 'No unresolved issues' },
  'health.issues.empty.text': {
    ja: '会員の名前を入れて課題のラベルを付けた投稿が、会員ごとにここに並びます。',
    en: 'Posts with an issue label are counted for each member they mention.',
  },

  'health.coverage.lead': {
    ja: '1人のスタッフだけが話したことのある会員です。そのスタッフがいなくなる前に、引き継ぎのタスクを作れます。',
    en: 'Members known by only one staff member. Hand them over before that person leaves.',
  },
  'health.coverage.row': {
    ja: '{name}だけが知っている会員 {count}人',
    en: '{count, plural, one {# member} other {# members}} known by {name} alone',
  },
  'health.coverage.nobody': {
    ja: '知っているスタッフがいない会員',
    en: 'Not known by any current staff',
  },
  'health.coverage.share': {
    ja: '話したことのある会員{total}人のうち{count}人',
    en: '{count} of {total} members with a talk',
  },
  'health.coverage.empty': {
    ja: '1人だけが知っている会員はいません',
    en: 'Every member is known by several staff members',
  },
  'health.coverage.empty.text': {
    ja: '会員との話を投稿すると、だれがどの会員を知っているかがここで分かります。',
    en: 'Posts about members show who knows whom.',
  },
  'health.leaving': { ja: '{name}がいなくなると', en: 'When {name} leaves' },
  'health.leaving.tasks': {
    ja: '担当中のタスク {count}件',
    en: '{count, plural, one {# open task} other {# open tasks}}',
  },
  'health.leaving.issues': {
    ja: '書いた投稿の未解決の課題 {count}件',
    en: '{count, plural, one {# unresolved issue} other {# unresolved issues}} in their posts',
  },
  'health.leaving.posts': {
    ja: '{count}件の投稿',
    en: '{count, plural, one {# post} other {# posts}}',
  },
  'health.leaving.last': { ja: '{name}と最後に話した投稿', en: 'the last talk with {name}' },
  'health.handover.to': { ja: '引き継ぐ相手', en: 'Hand over to' },
  'health.handover.to.choose': { ja: 'スタッフを選ぶ', en: 'Choose a staff member' },
  'health.handover.due': { ja: '期限', en: 'Due date' },
  'health.handover.all': { ja: 'すべて選ぶ', en: 'Select all' },
  'health.handover.pick': { ja: '{name}を選ぶ', en: 'Select {name}' },
  'health.handover.make': {
    ja: '引き継ぎのタスクを作る（{count}件）',
    en: 'Create {count, plural, one {# handover task} other {# handover tasks}}',
  },
  'health.handover.help': {
    ja: '最後に話した投稿へのコメントとして、相手を担当者にしたタスクを作ります。',
    en: 'Each task is a comment on the last talk, assigned to the colleague you choose.',
  },
  'health.handover.running': { ja: '{done} / {all} 件', en: '{done} of {all}' },
  'health.handover.done': {
    ja: '引き継ぎのタスクを{count}件作りました。',
    en: '{count, plural, one {# handover task} other {# handover tasks}} created.',
  },
  'health.handover.open': { ja: 'タスクを見る', en: 'View the tasks' },
  'health.handover.failed': {
    ja: '{count}件は作れませんでした。もう一度押すと、残りだけを作ります。',
    en: '{count} could not be created. Try again to create the rest.',
  },
  'health.handover.made': { ja: '引き継ぎ済み', en: 'Handed over' },
  'health.handover.memo': {
    ja: '【引き継ぎ】{member}さんをお願いします。これまで{staff}が話していました（投稿{count}件）。まず一度、話しかけてみてください。',
    en: 'Handover: please look after {member}. {staff} has been their contact so far ({count, plural, one {# post} other {# posts}}). Please start by saying hello.',
  },
});
