/* eslint-disable max-lines -- a table of texts */
// Texts of the demo's posts. `{c}` is the member's company, `{n}` the family name of another
// member; labels are names of default labels.

export const openings = [
  '',
  '',
  '',
  '朝の受付で少し立ち話。',
  'お昼を食べながら。',
  '帰りがけに声をかけていただいた。',
  '打ち合わせの合間に。',
  'コーヒーを淹れながら伺った話。',
  '久しぶりにお会いした。',
];

/** `kind` says what follows: sometimes a task, an issue label, or nothing. */
export const talks = [
  { text: '新しい案件が決まったとのこと。来月から週3日に増やしたいそう。', label: 'business' },
  {
    text: '商品の撮影ができる明るい場所を探している。2階の窓際を案内した。\n光の向きは午前中がよさそう。次回、三脚を持って試されるとのこと。',
    label: 'business',
  },
  {
    text: '会議室のモニターが映らないことがあるとのご指摘。\nHDMIの口を差し直すと直るが、ケーブルが古い。交換を検討したい。',
    label: 'operation',
    task: 'モニターのケーブルを交換する',
    solved: true,
  },
  {
    text: '{c}の事業計画を見直し中。融資の相談先を探しているので、村上さんをご紹介してもよさそう。',
    label: 'business',
    task: '村上さんにご都合を聞く',
  },
  {
    text: '電話ブースの音が隣の席に漏れるとのこと。時間帯は夕方が多い。',
    label: 'operation',
    task: '吸音材の見積もりを取る',
  },
  {
    text: 'お子さんが小学校に上がられたそう。送り迎えの都合で、しばらく15時までの利用になる。',
    label: 'note',
  },
  {
    text: '展示会に出るので、チラシの印刷を急いでいる。菊地印刷さんの話をしたら興味を持たれた。',
    label: 'business',
    introduction: true,
  },
  {
    text: '空調が効きすぎて寒い、とのこと。窓側の席は風が直接当たる。\n風向きを変えて様子を見ます。',
    label: 'operation',
    task: '空調の風向きを直す',
    solved: true,
  },
  {
    text: '来週の勉強会に申し込みたいが、平日の夜は難しいとのこと。土曜の午前なら来られる方が他にも3名いた。',
    label: 'event',
  },
  {
    text: '{n}さんと話が合ったようで、一緒に何かやれないかと相談しているそう。楽しみ。',
    label: 'connection',
  },
  {
    text: '採用を考えている。まずは業務委託で、週2日ほどのデザイナーを探したい。\n条件\n・仙台に来られる\n・紙もウェブもできる\n・秋から',
    label: 'business',
    task: '会員のデザイナーに声をかける',
  },
  {
    text: 'インボイスの手続きで困っている様子。今井先生の相談会をお知らせした。',
    label: 'business',
    introduction: true,
  },
  {
    text: '契約の更新について。固定デスクから個室に移りたいが、空きが出るのを待つとのこと。',
    label: 'consultation',
    task: '個室の空きが出たら連絡する',
  },
  {
    text: '郵便物の受け取りで、不在のときに通知が欲しいとのご要望。',
    label: 'operation',
    task: '郵便の通知方法を決める',
  },
  {
    text: 'ウェブサイトを直したい。参考になりそうなページを送っていただいた。\nhttps://example.com/works/2026\n柴田さんが空いていればお願いしたいとのこと。',
    label: 'business',
  },
  {
    text: '先月の交流会がとても良かったと言っていただいた。次は料理を持ち寄る形がよいのでは、とのご提案。',
    label: 'event',
  },
  {
    text: '取引先が増えて、倉庫が足りない。杉山不動産さんに空き物件を聞いてみることに。',
    label: 'business',
    introduction: true,
  },
  {
    text: '2階のトイレの電球が切れていると教えていただいた。',
    label: 'operation',
    task: '2階の電球を替える',
    solved: true,
  },
  {
    text: '補助金の締め切りが近い。書類の書き方で迷っている点を伺い、橋本さんにおつなぎした。',
    label: 'business',
    introduction: true,
  },
  {
    text: '少しお疲れの様子。体調を崩されていたとのこと。無理をなさらないよう声をかけた。',
    label: 'note',
  },
  {
    text: '新商品の試作品を見せていただいた。パッケージはまだ迷っているそう。会員のみなさんに意見を聞く場を作れないか。',
    label: 'business',
    task: '試食会の日程を決める',
  },
  {
    text: 'Wi-Fiが昼すぎに遅くなるとのこと。動画の送信に30分かかった。',
    label: 'operation',
    task: '回線の速さを測って業者に相談する',
  },
  {
    text: '海外のお客さまから問い合わせが来たが、英語の返事に困っている。野口さんのことを伝えた。',
    label: 'business',
    introduction: true,
  },
  { text: '見学の方をお連れいただいた。ドロップインから始めたいとのこと。', label: 'consultation' },
  {
    text: '駐輪場がいっぱいで止められないことがある。',
    label: 'operation',
    task: '駐輪場の区分けを見直す',
  },
  {
    text: '地域誌の取材を受けるそう。縁側ハウスのことも話してくださるとのこと。ありがたい。',
    label: 'note',
  },
  { text: '椅子の高さが合わないので、クッションをお貸しした。', label: 'operation' },
  {
    text: '法人化を考え始めた。登記の住所としてここを使えるか聞かれたので、規約をお渡しした。',
    label: 'consultation',
    task: '登記利用の手続きを案内する',
  },
  {
    text: '{n}さんの紹介で大きな仕事が決まったと、うれしい報告。',
    label: 'connection',
    resolved: true,
  },
  {
    text: '講座の参加者が集まらず悩んでいる。告知文を一緒に見直した。\n「何が持ち帰れるか」を先に書くことに。',
    label: 'business',
  },
  { text: '鍵の返却を忘れて帰られた。次回お持ちくださるとのこと。', label: 'operation' },
  {
    text: '夏休みに子ども向けの講座をしたい。人数は10名ほど、床に座れる場所が必要。',
    label: 'event',
    task: '和室の予約を押さえる',
  },
  { text: '決算が終わって少し時間ができたそう。新しいことを始めたいとのこと。', label: 'note' },
  { text: '外注先の納期が遅れている。近くで頼めるところがないか相談を受けた。', label: 'business' },
  {
    text: '複合機の紙詰まりが続いている。業者を呼ぶことにした。',
    label: 'operation',
    task: '複合機の点検を頼む',
    solved: true,
  },
  {
    text: 'はじめての一人出張で台湾へ。近藤さんに現地の話を聞けるとよいのでは。',
    label: 'connection',
    introduction: true,
  },
  {
    text: '退会を考えているとのこと。理由は移転。月末まで迷われるそう。もう一度お話ししたい。',
    label: 'consultation',
    task: '月末前にもう一度お話しする',
  },
  { text: '名刺の在庫が切れたので、急ぎで刷れるところを聞かれた。', label: 'business' },
  {
    text: '朝いちばんの静かな時間が好き、とのこと。開館を30分早められないか検討したい。',
    label: 'operation',
  },
  {
    text: 'SNSの運用を手伝ってくれる人を探している。週に2本、写真つきで。',
    label: 'business',
    task: 'SNSが得意な会員を探す',
  },
  {
    text: 'Talked with him in English for a while. He is looking for a designer for the menu of a small café and would like to meet someone next week.',
    label: 'business',
  },
  { text: '冷蔵庫の中の整理をお願いしたところ、快く引き受けてくださった。', label: 'operation' },
  {
    text: '共同研究の発表が無事に終わったそう。スライドを見せていただいた。数字の見せ方がとても分かりやすい。',
    label: 'note',
  },
  {
    text: '請求書の宛名を変えたいとのこと。経理に伝えます。',
    label: 'consultation',
    task: '請求書の宛名を変更する',
    solved: true,
  },
  { text: '本棚に置く本を寄付してくださった。20冊ほど。感謝。', label: 'note' },
  { text: '防音の部屋で収録したい。マイクはご自分でお持ちになるとのこと。', label: 'business' },
  {
    text: '会員同士で昼食会を始めたいとのご提案。第2水曜の12時から。\nまずは6名くらいで、{n}さんにも声をかけたいそう。',
    label: 'event',
    task: '昼食会の案内を作る',
  },
  {
    text: '値上げの話が取引先から来ている。交渉の仕方を西村先生に相談されることに。',
    label: 'business',
    introduction: true,
  },
];

export const comments = [
  'ありがとうございます。こちらでも気をつけて見ておきます。',
  '昨日も同じ話をされていました。',
  '私からも声をかけてみます。',
  'これは早めに動いたほうがよさそうですね。',
  '前に{n}さんも同じことで困っていました。つなげられるかもしれません。',
  '先ほどお会いしたら、もう解決したとのことでした。',
  '次の会議で話しましょう。',
  '写真を撮っておきました。あとで共有します。',
  'いい話ですね。',
  '業者に連絡しました。金曜の午前に来てくださるそうです。',
  '見積もりが届きました。思ったより安いです。',
  'I can help with the English part.',
  '了解です。夜番にも伝えておきます。',
];

export const mentionComments = [
  'お願いできますか。',
  '来週の水曜までに見てもらえると助かります。',
  'この件、前に詳しく聞いていましたよね。教えてください。',
  'ご存じの方がいたら紹介をお願いします。',
];

/** Comments that are tasks themselves. */
export const todoComments = [
  '備品の棚に同じものがあるか確かめます。',
  '来月の会議の議題に入れておきます。',
  '業者に見積もりをお願いします。',
  '掲示板のお知らせを書き直します。',
  '次にいらしたときに様子を伺います。',
];

/** What is said when an issue is solved. */
export const solutions = [
  'その後を伺うと、もう困っていないとのこと。ひとまず解決。',
  'こちらで手配を済ませて、ご本人にもお伝えした。',
  '話がまとまったそう。お礼を言っていただいた。',
  '様子を見に行ったら、直っていた。',
];

/** What members seek and offer; members by their full names, times in days before today. */
export const wishes = [
  {
    kind: 'seeks',
    member: '池田 さくら',
    daysAgo: 6,
    text: '焼き菓子の通販を始めるので、商品写真を撮れる方を探している。背景は白がよいとのこと。',
  },
  {
    kind: 'offers',
    member: '金子 明',
    daysAgo: 19,
    text: '商品写真なら小さな点数でも引き受けられるそう。撮影の道具は写真館から持ってこられる。',
  },
  {
    kind: 'seeks',
    member: '田中 宏樹',
    daysAgo: 3,
    text: '台湾からのお客さまが増えた。中国語の通訳をお願いできる方がいないか聞かれた。',
  },
  {
    kind: 'offers',
    member: '野口 梓',
    daysAgo: 27,
    text: '平日の昼なら通訳の枠がある、とのこと。中国語は観光の案内にも慣れている。',
  },
  {
    kind: 'seeks',
    member: '松本 里奈',
    daysAgo: 9,
    text: '香りの名前を商標に出したい。費用と期間の見当がつかず、詳しい方に聞きたいそう。',
  },
  {
    kind: 'offers',
    member: '高木 純',
    daysAgo: 14,
    text: '商標の出し方を30分だけなら無料で説明してくださる。会員どうしなら気軽にどうぞ、とのこと。',
  },
  {
    kind: 'seeks',
    member: '小川 理恵',
    daysAgo: 11,
    text: '子育て講座のチラシを50枚だけ刷りたい。少部数の印刷を受けてくれるところを探している。',
  },
  {
    kind: 'offers',
    member: '菊地 浩二',
    daysAgo: 33,
    text: 'チラシの印刷は30枚から。紙の見本を見せていただいた。急ぎは前日の朝まで。',
  },
  {
    kind: 'seeks',
    member: '三浦 大地',
    daysAgo: 16,
    text: 'はちみつの瓶を小さいものに替えたい。問屋ではなく、作り手から直接買える先を探している。',
  },
  {
    kind: 'offers',
    member: '坂本 龍之介',
    daysAgo: 21,
    text: '椅子の修理は月に2脚まで、店先に置く棚もお作りになるそう。',
  },
];

/** Introductions that were made, and what came of them. */
export const introductions = [
  {
    member: '渡辺 あかり',
    toMember: '石井 大輔',
    daysAgo: 152,
    about: '旅先で流す短い動画',
    outcome: 'succeeded',
    outcomeNote: '2分の動画ができ、宿の受付で流れている。',
  },
  {
    member: '吉田 学',
    toMember: '川口 奈々',
    daysAgo: 131,
    about: '教室を会社にする手続き',
    outcome: 'succeeded',
    outcomeNote: '定款づくりを手伝ってもらい、登記が済んだ。',
  },
  {
    member: '村上 正',
    toMember: '川口 奈々',
    daysAgo: 96,
    about: '開業したばかりで相談先が少ない',
    outcome: 'succeeded',
    outcomeNote: '月に1度、村上さんのお客さまを紹介してもらっている。',
  },
  {
    member: '三浦 大地',
    toMember: '佐藤 陽子',
    daysAgo: 83,
    about: 'はちみつを使う料理',
    outcome: 'succeeded',
    outcomeNote: '料理教室で毎月使ってもらうことになった。',
  },
  {
    member: '前田 昂',
    toMember: '金子 明',
    daysAgo: 67,
    about: '現場の記録写真',
    outcome: 'succeeded',
    outcomeNote: '竣工の写真を続けて頼んでいる。',
  },
  {
    member: '髙橋 杏奈',
    toMember: '松本 里奈',
    daysAgo: 39,
    about: '香りのある花の講座',
    outcome: 'succeeded',
    outcomeNote: '2人で講座を開き、12人が来られた。',
  },
  {
    member: '宮本 葵',
    toMember: '木村 彩',
    daysAgo: 20,
    about: '絵本の版元',
    outcome: 'succeeded',
    outcomeNote: '来春の刊行に向けて契約した。',
  },
  {
    member: '上田 慎也',
    toMember: '杉山 豊',
    daysAgo: 48,
    about: '古民家の改修先を探している',
    outcome: 'succeeded',
    outcomeNote: '空き家を1軒、一緒に直すことになった。',
  },
  {
    member: '内田 麻衣',
    toMember: '斎藤 友美',
    daysAgo: 24,
    about: '地域誌の取材記事',
    outcome: 'met',
    outcomeNote: '秋の号で1本書くことを相談中。',
  },
];
