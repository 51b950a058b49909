/** Titles of the search service's problems. */
export const searchProblems = {
  'search.member.not-found': {
    ja: 'この会員は見つかりません',
    en: 'This member was not found',
  },
  'search.insights.recounting': {
    ja: '数字を集計し直しています。終わってからダウンロードしてください。',
    en: 'The figures are being recounted. Please download them when this is done.',
  },
  'search.radar.stale': {
    ja: 'ほかの人が先に日数の設定を変更しました',
    en: 'Someone else changed the days first',
  },
  'search.radar.unknown-type': {
    ja: 'この会員種別はありません',
    en: 'Unknown member type',
  },
  'search.saved-search.unknown-criterion': {
    ja: '検索条件のスタッフ、会員、またはラベルがありません',
    en: 'A staff member, member or label of this search does not exist',
  },
  'search.snooze.not-found': {
    ja: 'この会員は保留されていません',
    en: 'This member is not snoozed',
  },
  'search.snooze.day-refused': {
    ja: '保留は、明日から1年以内の日までにしてください',
    en: 'Please choose a day from tomorrow on, within a year',
  },
  'search.saved-search.not-found': {
    ja: 'この保存した検索は見つかりません',
    en: 'This saved search was not found',
  },
  'search.saved-search.name-taken': {
    ja: '同じ名前の検索を保存しています',
    en: 'You already have a saved search with this name',
  },
  'search.saved-search.too-many': {
    ja: '検索は{limit}件まで保存できます',
    en: 'You can save at most {limit} searches',
  },
  'search.saved-search.stale': {
    ja: '保存した検索は、ほかの画面で変更されています',
    en: 'The saved search was changed in another window',
  },
} as const;
