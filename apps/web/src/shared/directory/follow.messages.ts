import { defineTexts } from '../intl/messages';

/** Texts of following and muting. */
export const followTexts = defineTexts({
  'follow.follow': { ja: 'フォローする', en: 'Follow' },
  'follow.unfollow': { ja: 'フォローをやめる', en: 'Unfollow' },
  'follow.following': { ja: 'フォロー中', en: 'Following' },
  'follow.mute': { ja: 'お知らせをミュートする', en: 'Mute notifications' },
  'follow.unmute': { ja: 'ミュートをやめる', en: 'Unmute notifications' },
  'follow.done.follow': { ja: 'フォローしました。', en: 'You follow this now.' },
  'follow.done.mute': {
    ja: 'ミュートしました。メンションと自分のタスクだけ届きます。',
    en: 'Muted. You are still notified of mentions and your own tasks.',
  },
  'follow.done.none': { ja: '通常のお知らせに戻しました。', en: 'Back to normal notifications.' },
});
