import { defineTexts } from '../shared/intl/messages';

/** Texts of the command palette (WEB-4). */
export const paletteTexts = defineTexts({
  'palette.placeholder': {
    ja: '会員・スタッフ・投稿・操作を探す',
    en: 'Find members, staff, posts and actions',
  },
  'palette.actions': { ja: '移動と操作', en: 'Pages and actions' },
  'palette.rows': { ja: '選んでいる{count}件', en: '{count} selected' },
  'palette.members': { ja: '会員', en: 'Members' },
  'palette.staffs': { ja: 'スタッフ', en: 'Staff' },
  'palette.posts': { ja: '投稿', en: 'Posts' },
  'palette.searchAll': { ja: '「{q}」を投稿から検索する', en: 'Search posts for “{q}”' },
  'palette.peek.write': { ja: '書く', en: 'Write' },
  'palette.write': { ja: '投稿を書く', en: 'Write a post' },
});
