import { defineTexts } from '../../../shared/intl/messages';

/** Texts of the list of drafts. */
export const draftTexts = defineTexts({
  'timeline.drafts.post': { ja: '投稿', en: 'Post' },
  'timeline.drafts.comment': { ja: 'コメント', en: 'Comment' },
  'timeline.drafts.empty': { ja: '（本文なし）', en: '(no text)' },
  'timeline.drafts.none': { ja: '下書きはありません', en: 'No drafts' },
  'timeline.drafts.none.text': {
    ja: '書きかけの投稿やコメントは自動で保存され、ここに並びます。',
    en: 'Unfinished posts and comments are saved automatically and appear here.',
  },
  'timeline.drafts.deleted': { ja: '下書きを削除しました。', en: 'Draft deleted.' },
});
