/** Texts of the members service's problems. */
export const membersProblems = {
  'members.member.not-found': {
    ja: 'この会員は見つかりません',
    en: 'This member was not found',
  },
  'members.member.stale': {
    ja: 'ほかの人が先に会員を変更しました',
    en: 'Someone else changed the member first',
    detail: {
      ja: '最新の内容を確認して、もう一度やり直してください。',
      en: 'Please look at the current content and try again.',
    },
  },
  'members.member.no-permission': {
    ja: '権限がありません',
    en: 'No permission',
    detail: {
      ja: '会員を削除・復元できるのは管理者だけです。',
      en: 'Only administrators can delete or restore members.',
    },
  },
  'members.member.deleted': {
    ja: '退会済みの会員は変更できません',
    en: 'A resigned member cannot be changed',
    detail: { ja: '先に会員を復元してください。', en: 'Please restore the member first.' },
  },
  'members.member.type-unknown': {
    ja: '選択された会員種別は存在しません',
    en: 'The chosen member type does not exist',
  },
  'members.member-type.not-found': {
    ja: 'この会員種別は見つかりません',
    en: 'This member type was not found',
  },
  'members.member-type.taken': {
    ja: '同じ名前の会員種別がすでにあります',
    en: 'There is already a member type with this name',
  },
  'members.member-type.too-many': {
    ja: '会員種別は{limit}件まで登録できます',
    en: 'A space can have at most {limit} member types',
  },
  'members.member-type.order-mismatch': {
    ja: '並び順にすべての会員種別を一度ずつ含めてください',
    en: 'The order must name every member type once',
    detail: {
      ja: 'ほかの人が種別を追加・削除した可能性があります。最新の一覧を確認してください。',
      en: 'Someone else may have added or deleted a type. Please look at the current list.',
    },
  },
  'members.member-type.stale': {
    ja: 'ほかの人が先に会員種別を変更しました',
    en: 'Someone else changed the member type first',
  },
} as const;
