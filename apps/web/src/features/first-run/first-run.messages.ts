import { defineTexts } from '../../shared/intl/messages';

/** Texts of the first steps of a new space. */
export const firstRunTexts = defineTexts({
  'firstRun.title': { ja: 'はじめの準備', en: 'Getting started' },
  'firstRun.count': { ja: '{done} / {all}', en: '{done} / {all}' },
  'firstRun.done': { ja: '済み', en: 'Done' },
  'firstRun.members': { ja: '会員を登録する', en: 'Add members' },
  'firstRun.members.csv': { ja: 'まとめて登録する', en: 'Import members' },
  'firstRun.staffs': { ja: 'スタッフを招待する', en: 'Invite your colleagues' },
  'firstRun.post': { ja: '最初の投稿を書く', en: 'Write the first post' },
  'firstRun.chat': { ja: 'チャットとつなぐ', en: 'Connect a chat' },
});
