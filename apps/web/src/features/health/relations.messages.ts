import { defineTexts } from '../../shared/intl/messages';

export const relationTexts = defineTexts({
  'relations.title': {
    ja: '{count}か月の会話',
    en: '{count, plural, one {# month} other {# months}} of talks',
  },
  'relations.since': {
    ja: 'それより前の会話の記録はありません。',
    en: 'There are no records of earlier talks.',
  },
  'relations.lead': {
    ja: '1行が1人、点がその月の会話です。点が大きいほど多く話し、輪は未解決の課題、色は最も話したスタッフを表します。長く話していない人が上に並びます。',
    en: 'One line for each member, one dot for each month: bigger means more talks, a ring is an unresolved issue, the colour is who talked most. The longest silence comes first.',
  },
  'relations.chart': {
    ja: '会員{count}人の{months}か月の会話。矢印キーで動き、Enterで会員を開きます。',
    en: 'Talks with {count} members over {months, plural, one {# month} other {# months}}. Arrow keys move, Enter opens the member.',
  },
  'relations.dot': {
    ja: '{name} {month}: {talks}件、未解決の課題{open}件、{staff}',
    en: '{name}, {month}: {talks} talks, {open} unresolved issues, {staff}',
  },
  'relations.others': { ja: 'その他', en: 'Others' },
  'relations.issue': { ja: '未解決の課題', en: 'Unresolved issue' },
  'relations.arc': {
    ja: '{member}さんを{toMember}さんに紹介 – つながった（{day}）',
    en: '{member} was introduced to {toMember} – it led somewhere ({day})',
  },
  'relations.arcs': { ja: 'つながった紹介', en: 'Introduction that led somewhere' },
  'relations.arcs.column': { ja: 'つながった紹介', en: 'Introductions that led somewhere' },
  'relations.arcs.of': { ja: 'つながった紹介: {names}', en: 'Introduced, led somewhere: {names}' },
  'relations.arcs.one': { ja: '{name}さん（{day}）', en: '{name} ({day})' },
  'relations.days': { ja: '{days}日', en: '{days}d' },
  'relations.never': { ja: '記録なし', en: 'None yet' },
  'relations.table': { ja: '表で見る', en: 'Show as a table' },
  'relations.picture': { ja: '図で見る', en: 'Show as a picture' },
  'relations.member': { ja: '会員', en: 'Member' },
  'relations.silence': { ja: '話していない日数', en: 'Days of silence' },
  'relations.more': { ja: 'さらに表示する', en: 'Show more' },
  'relations.cut': {
    ja: '{total}人のうち、長く話していない{count}人を表示しています。',
    en: 'Showing the {count} members with the longest silence of {total}.',
  },
  'relations.recounting': {
    ja: 'タイムゾーンの変更に合わせて集計し直しています。終わるまで、一部の数字は正しくありません。',
    en: 'Recalculating the figures for the new time zone. Some may be wrong until this is done.',
  },
  'relations.empty': { ja: '会員はまだいません', en: 'There are no members yet' },
  'relations.empty.text': {
    ja: '会員を登録して話を書くと、ここに会話の図ができます。',
    en: 'Add members and write down talks, and this picture fills.',
  },
  'relations.print': { ja: '月の縁側だよりを印刷する', en: 'Print the monthly sheet' },
  'relations.sheet': { ja: '月の縁側だより', en: 'Engawa monthly' },
  'relations.sentence.talked': {
    ja: '{month}は、会員{members}人のうち{talkedWith}人と話し、投稿は{posts}件でした。',
    en: 'In {month} we talked with {talkedWith} of {members, plural, one {# member} other {# members}} and wrote {posts, plural, one {# post} other {# posts}}.',
  },
  'relations.sentence.issues': {
    ja: '課題は{opened}件生まれ、{solved}件が解決しました。',
    en: '{opened, plural, one {# issue} other {# issues}} came up and {solved, plural, one {# was} other {# were}} solved.',
  },
  'relations.sentence.cold': {
    ja: 'しばらく話していない会員は{cold}人です。',
    en: '{cold, plural, one {# member is} other {# members are}} overdue for a talk.',
  },
});
