// The people of the demo spaces. All names and companies are invented.

/** Columns: familyName firstName familyNameKana firstNameKana company title memberType memo */
const table = `
青木 美咲 あおき みさき 青木デザイン室 グラフィックデザイナー 固定デスク ロゴと冊子が中心。月曜は在宅。
阿部 健太 あべ けんた 株式会社ミナトソフト エンジニア 個室 3人チーム。夜型なので夕方に声をかける。
荒井 由香里 あらい ゆかり あらい社労士事務所 社会保険労務士 固定デスク 労務の相談はまずこの方へ。
飯田 隆 いいだ たかし 飯田翻訳 翻訳者 フリーデスク 英日の技術翻訳。静かな席を好まれる。
池田 さくら いけだ さくら 合同会社ハルノテ 代表 フリーデスク 焼き菓子の通販。撮影場所を探している。
石井 大輔 いしい だいすけ 石井映像 映像作家 ドロップイン 機材が多いので荷物置き場が要る。
石川 直子 いしかわ なおこ NPO法人まちのえんがわ 事務局長 固定デスク 地域の行事に詳しい。
伊藤 翔 いとう しょう 株式会社カゼノネ 営業 フリーデスク 仙台と東京を行き来。
今井 千尋 いまい ちひろ 今井会計事務所 税理士 個室 確定申告の相談会を毎年開いてくださる。
上田 慎也 うえだ しんや 上田建築設計 建築士 固定デスク 古民家の改修が得意。
内田 麻衣 うちだ まい フリーランス ライター フリーデスク 取材記事。地元の店をよくご存じ。
遠藤 剛 えんどう つよし 遠藤農園 農園主 ドロップイン 野菜の直売をここで試したい。
大野 恵 おおの めぐみ 株式会社ヒトハコ 広報 個室 本の小さな取次。
岡田 俊介 おかだ しゅんすけ 岡田ソフトウェア研究所 代表 固定デスク 組み込み系。ハードの工作もされる。
小川 理恵 おがわ りえ おがわ助産院 助産師 ドロップイン 子育て講座の場所を探している。
加藤 悠人 かとう ゆうと 株式会社ソラミル データ分析 個室 大学との共同研究。
金子 明 かねこ あきら 金子写真館 写真家 フリーデスク 三代目。商品写真も撮る。
川口 奈々 かわぐち なな 川口なな行政書士事務所 行政書士 フリーデスク 開業半年。
菊地 浩二 きくち こうじ 有限会社菊地印刷 専務 ドロップイン 少部数の印刷に強い。
木村 彩 きむら あや フリーランス イラストレーター フリーデスク 絵本を準備中。
工藤 誠 くどう まこと 株式会社ユキノワ 代表 個室 スキー用品のレンタル。冬は忙しい。
久保 真理 くぼ まり 久保まり音楽教室 ピアノ講師 ドロップイン 平日の午前だけ。
小泉 拓海 こいずみ たくみ 株式会社ニワサキ エンジニア 個室 園芸のアプリ。
後藤 美穂 ごとう みほ ごとう社会福祉士事務所 社会福祉士 固定デスク 介護の相談窓口も。
近藤 亮 こんどう りょう 近藤貿易 代表 固定デスク 台湾茶の輸入。
斎藤 友美 さいとう ともみ 株式会社イロドリ 編集者 フリーデスク 地域誌の編集長。
坂本 龍之介 さかもと りゅうのすけ サカモト工房 木工作家 ドロップイン 椅子の修理もできる。
佐々木 和也 ささき かずや 株式会社ササキ測量 測量士 固定デスク ドローンの資格あり。
佐藤 陽子 さとう ようこ 佐藤陽子料理教室 料理研究家 フリーデスク 台所の使い方に厳しい。
柴田 光 しばた ひかる フリーランス ウェブ制作 フリーデスク 学生の頃からの会員。
清水 志保 しみず しほ 清水キャリア相談室 キャリアコンサルタント フリーデスク 転職と復職の相談。
杉山 豊 すぎやま ゆたか 杉山不動産 代表 固定デスク 空き家の情報が早い。
鈴木 一郎 すずき いちろう 株式会社スズキ製作所 工場長 ドロップイン 部品の試作。
鈴木 結衣 すずき ゆい 株式会社トナリノ 人事 個室 採用の説明会で会議室をよく使う。
高木 純 たかぎ じゅん 高木知財事務所 弁理士 固定デスク 商標の相談はこの方へ。
髙橋 杏奈 たかはし あんな アンナ花店 フローリスト ドロップイン 受付の花を毎週。
田中 宏樹 たなか ひろき 株式会社タビノシオリ 代表 個室 旅行の企画。英語対応の人を探している。
谷口 瑞希 たにぐち みずき フリーランス 動画編集 フリーデスク 夜の利用が多い。
千葉 勇気 ちば ゆうき 千葉水産加工 営業 フリーデスク 三陸の海産物。
土屋 香織 つちや かおり つちや鍼灸院 鍼灸師 ドロップイン 肩こりの講座が好評だった。
中島 智 なかじま さとし 株式会社モリノデータ 取締役 個室 森林の計測。
中村 春菜 なかむら はるな ナカムラ製菓 商品開発 ドロップイン 試食会の相談中。
西村 壮太 にしむら そうた 西村法律事務所 弁護士 固定デスク 契約書の勉強会をしてくださる。
野口 梓 のぐち あずさ フリーランス 通訳 フリーデスク 英語と中国語。
橋本 圭 はしもと けい 株式会社ハシワタシ 代表 個室 補助金の申請支援。
長谷川 栞 はせがわ しおり 栞文庫 店主 ドロップイン 移動本屋。月1回出店。
林 誠司 はやし せいじ 林自転車 店主 ドロップイン 自転車の整備講座。
原田 未央 はらだ みお フリーランス 服飾デザイナー フリーデスク 縫製の工場を探している。
平野 渉 ひらの わたる 平野システム エンジニア フリーデスク 受託が中心。
藤田 美和 ふじた みわ ふじた助成金相談所 中小企業診断士 固定デスク 事業計画の相談。
前田 昂 まえだ こう 株式会社マエダ電設 主任 ドロップイン 配線で助けていただいた。
松本 里奈 まつもと りな 株式会社カオリビト 調香師 個室 香りの体験会が人気。
三浦 大地 みうら だいち ミウラ養蜂 養蜂家 ドロップイン はちみつの瓶を探している。
宮本 葵 みやもと あおい フリーランス 編集者 フリーデスク 小さな出版を準備。
村上 正 むらかみ ただし 村上経営研究所 顧問 固定デスク 元銀行員。顔が広い。
森 小百合 もり さゆり 森さゆり子ども絵画教室 主宰 ドロップイン 夏休みの講座。
山口 蓮 やまぐち れん 株式会社レンズワークス 代表 個室 眼鏡の通販。
山田 花子 やまだ はなこ 山田編み物工房 作家 フリーデスク 編み物の会を木曜に。
吉田 学 よしだ まなぶ 吉田学習塾 塾長 固定デスク 夕方は不在。
渡辺 あかり わたなべ あかり 一般社団法人ミチノク 理事 フリーデスク 観光の調査をしている。
`;

export const memberTypeNames = ['フリーデスク', '固定デスク', '個室', 'ドロップイン'];

export const members = table
  .trim()
  .split('\n')
  .map((line, index) => {
    const [familyName, firstName, familyNameKana, firstNameKana, company, title, type, ...memo] =
      line.split(' ');
    return {
      familyName,
      firstName,
      familyNameKana: katakana(familyNameKana),
      firstNameKana: katakana(firstNameKana),
      company,
      title,
      type,
      memo: memo.join(' '),
      ...datesOf(index),
    };
  });

/** Contact and contract of every second member; some dates come within the next days. */
function datesOf(index) {
  if (index % 2 === 1) return {};
  const day = (years, days) => {
    const date = new Date(Date.now() + days * 86_400_000);
    return `${date.getUTCFullYear() + years}${date.toISOString().slice(4, 10)}`.replace(
      '02-29',
      '02-28',
    );
  };
  return {
    email: `kaiin${index + 1}@example.com`,
    birthday: day(-25 - (index % 40), index * 9 - 2),
    memberSince: day(-1 - (index % 4), -index * 5),
    contractUntil: day(index % 3 === 0 ? 0 : 1, 6 + index * 4),
  };
}

function katakana(text) {
  return text.replace(/[ぁ-ゖ]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0x60));
}

export const otherMembers = [
  ['小林', '湊', 'コバヤシ', 'ミナト', '小林設備', '代表', 'フリーデスク', ''],
  ['吉村', '桜子', 'ヨシムラ', 'サクラコ', 'フリーランス', 'デザイナー', 'フリーデスク', ''],
  ['大塚', '忍', 'オオツカ', 'シノブ', '大塚企画', 'プランナー', '個室', ''],
].map(([familyName, firstName, familyNameKana, firstNameKana, company, title, type, memo]) => ({
  familyName,
  firstName,
  familyNameKana,
  firstNameKana,
  company,
  title,
  type,
  memo,
}));

/** Staff members of the first space, starting with the accounts that the README names. */
export const staffs = [
  {
    email: 'admin@engawa.example',
    displayName: '大西 律子',
    jobTitle: '館長',
    bio: '縁側ハウスの立ち上げから。困ったら声をかけてください。',
    role: 'primaryAdmin',
  },
  {
    email: 'staff@engawa.example',
    displayName: '水野 航',
    jobTitle: 'コミュニティマネージャー',
    bio: '朝番が多いです。コーヒー係。',
    role: 'staff',
  },
  {
    email: 'manager@engawa.example',
    displayName: '星野 真帆',
    jobTitle: '副館長',
    bio: '行事と広報の担当。',
    role: 'generalAdmin',
  },
  {
    email: 'tsubasa@engawa.example',
    displayName: '片山 翼',
    jobTitle: '受付',
    bio: '夜番。自転車で通っています。',
    role: 'staff',
  },
  {
    email: 'nozomi@engawa.example',
    displayName: '白石 希',
    jobTitle: '受付・施設',
    bio: '備品と設備のことはこちらへ。',
    role: 'staff',
  },
  {
    email: 'leo@engawa.example',
    displayName: 'Leo Martin',
    jobTitle: 'International desk',
    bio: 'English and French. 日本語は勉強中です。',
    role: 'staff',
  },
];
