import { defineTexts } from '../../shared/intl/messages';

export const matchTexts = defineTexts({
  'matches.title': { ja: '紹介できそうな人', en: 'People to introduce' },
  'matches.lead': {
    ja: '求めていることと、得意なことや会員情報に、同じ言葉がありました。会員には何も送られません。',
    en: 'What one seeks has words in common with what the other offers, or with the other’s details. Nothing is sent to members.',
  },
  'matches.quote': { ja: '「{text}」', en: '“{text}”' },
  'matches.fields': { ja: '会員情報（{fields}）', en: 'Member details ({fields})' },
  'matches.memo.fields': { ja: '{words}（{fields}）', en: '{words} ({fields})' },
  'matches.words': { ja: '共通の言葉: {words}', en: 'In common: {words}' },
  'matches.words.pair': { ja: '{seeks}と{offers}', en: '{seeks} and {offers}' },
  'matches.seeks': { ja: '求めていること', en: 'Seeks' },
  'matches.offers': { ja: '得意なこと', en: 'Offers' },
  'matches.introduce': { ja: '紹介を記録する', en: 'Record introduction' },
  'matches.introduced': {
    ja: '紹介を投稿し、1週間後のタスクを作りました。',
    en: 'Introduction posted, with a task due in a week.',
  },
  'matches.undone': { ja: '紹介を取り消しました。', en: 'Introduction undone.' },
  'matches.open': { ja: '投稿を見る', en: 'See the post' },
  'matches.memo': {
    ja: '{seeker}さんに{giver}さんを紹介。\n求めていること: {seeks}\n得意なこと: {offers}',
    en: 'Introduced {seeker} to {giver}.\nSeeks: {seeks}\nOffers: {offers}',
  },
  'matches.all': { ja: 'ほか{count}組も表示', en: 'Show {count} more' },
  'matches.more': { ja: '関係ですべて見る', en: 'See all in Relations' },
  'matches.results': { ja: '紹介とその後', en: 'Introductions and what came of them' },
  'matches.result.open': { ja: '紹介済み', en: 'Introduced' },
  'matches.result.met': { ja: '会った', en: 'They met' },
  'matches.result.succeeded': { ja: 'つながった', en: 'It led somewhere' },
  'matches.result.declined': { ja: '見送り', en: 'Declined' },
});
