import { defineTexts } from '../intl/messages';

export const photoTexts = defineTexts({
  'photo.choose': { ja: '写真を選ぶ', en: 'Choose a photo' },
  'photo.remove': { ja: '写真を外す', en: 'Remove the photo' },
  'photo.help': {
    ja: '画像ファイル（4MBまで）を選べます。',
    en: 'A picture of up to 4 MB.',
  },
  'photo.large': {
    ja: '写真は4MBまでです。小さくしてから選んでください。',
    en: 'Photos can be up to 4 MB. Please choose a smaller one.',
  },
});
