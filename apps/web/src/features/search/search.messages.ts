import { defineTexts } from '../../shared/intl/messages';

export const searchTexts = defineTexts({
  'search.title': { ja: '検索', en: 'Search' },
  'search.q': { ja: '投稿とコメントを検索', en: 'Search posts and comments' },
  'search.q.hint': {
    ja: '複数の言葉はすべて含むもの、"…"で囲むとそのままの並びを探します。',
    en: 'Several words must all occur; “…” finds them exactly as written.',
  },
  'search.kind': { ja: '種類', en: 'Kind' },
  'search.kind.post': { ja: '投稿', en: 'Posts' },
  'search.kind.comment': { ja: 'コメント', en: 'Comments' },
  'search.member': { ja: '会員', en: 'Member' },
  'search.member.clear': { ja: '{name}の絞り込みを外す', en: 'Remove the filter {name}' },
  'search.staff': { ja: '書いたスタッフ', en: 'Written by' },
  'search.label': { ja: 'ラベル', en: 'Label' },
  'search.status': { ja: 'タスクの状態', en: 'Task status' },
  'search.any': { ja: '指定なし', en: 'Any' },
  'search.from': { ja: '開始日', en: 'From' },
  'search.until': { ja: '終了日', en: 'Until' },
  'search.count': { ja: '{count}件', en: '{count, plural, one {# hit} other {# hits}}' },
  'search.count.atLeast': { ja: '{count}件以上', en: 'More than {count} hits' },
  'search.begin': { ja: '言葉や条件で探せます', en: 'Look for words, or by the filters' },
  'search.begin.text': {
    ja: '会員やスタッフの名前、ラベル、ファイル名も探せます。かなとカナ、全角と半角は区別しません。',
    en: 'Names of members and staff, labels and file names are found too.',
  },
  'search.empty': { ja: '見つかりませんでした', en: 'Nothing found' },
  'search.empty.text': {
    ja: '言葉を短くするか、条件を減らしてみてください。',
    en: 'Try a shorter word or fewer filters.',
  },
  'search.clear': { ja: '条件を消す', en: 'Clear the filters' },
  'search.comment': { ja: 'コメント', en: 'Comment' },
  'search.pages': { ja: '検索結果のページ', en: 'Pages of hits' },
});
