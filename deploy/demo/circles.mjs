/* eslint-disable max-lines -- a table of texts */
// Members of the first space who know each other, in the order of acquaintance: neighbours do something
// together most often. Each circle tells of it step by step; `{n}` is the family name of one of the
// others. Labels are topics of the demo.

export const circles = [
  {
    members: [
      '青木 美咲',
      '菊地 浩二',
      '斎藤 友美',
      '内田 麻衣',
      '宮本 葵',
      '木村 彩',
      '長谷川 栞',
      '大野 恵',
    ],
    talks: [
      {
        text: '{n}さんと小さな冊子を作る話をされていた。紙の見本を広げて、大きさから決めるそう。',
        label: 'idea',
      },
      {
        text: '{n}さんと進めている冊子の表紙案を見せていただいた。題字は手描きになりそう。',
        label: 'idea',
      },
      {
        text: '冊子の見積もりが、{n}さんと考えていた額を超えたとのこと。部数を減らすか紙を替えるか迷っている。',
        label: 'business',
      },
      {
        text: '{n}さんと一箱古本市に出ることにしたそう。受付の棚に案内を置いた。',
        label: 'event',
      },
      {
        text: '刷り上がった冊子を{n}さんと届けてくださった。1部を受付に置いている。',
        label: 'thanks',
      },
      {
        text: '{n}さんと次の号の話を始めている。取材先に心当たりがないか聞かれた。',
        label: 'idea',
      },
    ],
  },
  {
    members: ['阿部 健太', '平野 渉', '小泉 拓海', '加藤 悠人', '中島 智', '柴田 光', '岡田 俊介'],
    talks: [
      {
        text: '{n}さんに開発を一部お願いすることになったそう。まずは1か月、様子を見るとのこと。',
        label: 'business',
      },
      {
        text: '{n}さんと週に1度、画面を見ながら作業している。大きいモニターのある部屋を使いたいとのこと。',
        label: 'request',
      },
      {
        text: '{n}さんとの契約書の書き方で迷っている。著作権の扱いを決めておきたいそう。',
        label: 'business',
      },
      {
        text: '{n}さんと夜の勉強会を始めたい。10人ほどで、月に1度。',
        label: 'event',
      },
      {
        text: '{n}さんと作っていたものが公開された。ほっとした様子。',
        label: 'thanks',
      },
    ],
  },
  {
    members: ['池田 さくら', '三浦 大地', '中村 春菜', '佐藤 陽子', '遠藤 剛', '千葉 勇気'],
    talks: [
      {
        text: '{n}さんと試食会を開きたいとのこと。台所を午後いっぱい使えるか聞かれた。',
        label: 'event',
      },
      {
        text: '{n}さんの材料で試作したものを、みなさんに配ってくださった。評判がよい。',
        label: 'thanks',
      },
      {
        text: '{n}さんと朝市に出る。テントと長机をお貸しすることにした。',
        label: 'event',
        task: '朝市の備品を貸し出す',
      },
      {
        text: '{n}さんと詰め合わせを作っている。箱の大きさが決まらず、送料の相談を受けた。',
        label: 'business',
      },
      {
        text: '朝市は{n}さんの分も昼前に売り切れたそう。来月も出るとのこと。',
        label: 'event',
      },
    ],
  },
  {
    members: [
      '今井 千尋',
      '荒井 由香里',
      '川口 奈々',
      '藤田 美和',
      '橋本 圭',
      '村上 正',
      '西村 壮太',
      '高木 純',
    ],
    talks: [
      {
        text: '{n}さんと合同の相談会を企画中。会議室を半日おさえたいとのこと。',
        label: 'consultation',
      },
      {
        text: '相談会の案内文を{n}さんと作っている。受付に置くチラシの置き場所を決めた。',
        label: 'consultation',
      },
      {
        text: '{n}さんのお客さまの件で打ち合わせ。電話ブースより会議室のほうがよさそう。',
        label: 'consultation',
      },
      {
        text: '相談会には7組が来られたそう。{n}さんと次の日程を決めている。',
        label: 'event',
      },
      {
        text: '{n}さんに会員の開業の相談をつないでくださった。お礼をお伝えした。',
        label: 'connection',
      },
    ],
  },
  {
    members: ['上田 慎也', '坂本 龍之介', '杉山 豊', '佐々木 和也', '前田 昂', '鈴木 一郎'],
    talks: [
      {
        text: '{n}さんと空き家を見に行かれたそう。傷みは少なく、直せば使えるとのこと。',
        label: 'connection',
      },
      {
        text: '{n}さんと改修の段取りを話していた。図面を広げられる机を用意した。',
        label: 'connection',
      },
      {
        text: '改修の現場で人手が足りない。{n}さんのほかに、週末に来られる人を探しているそう。',
        label: 'business',
      },
      {
        text: '{n}さんが受付の棚を直してくださることになった。材料費だけお支払いする。',
        label: 'operation',
        task: '棚の寸法を測る',
      },
      {
        text: '{n}さんとの現場が片づいた。写真を見せていただいた。',
        label: 'connection',
      },
    ],
  },
  {
    members: ['石井 大輔', '谷口 瑞希', '金子 明', '山口 蓮', '原田 未央'],
    talks: [
      {
        text: '{n}さんと短い紹介動画を撮る話が出ている。2階の窓際で試すとのこと。',
        label: 'idea',
      },
      {
        text: '{n}さんとの撮影日。機材が多いので、エレベーター前の場所を空けた。',
        label: 'operation',
      },
      {
        text: '{n}さんと撮った動画の編集が終わった。縁側ハウスの映る場面も入れてくださった。',
        label: 'thanks',
      },
      {
        text: '{n}さんと月に1度、作品を見せ合う会をしたいそう。プロジェクターを使いたいとのこと。',
        label: 'idea',
      },
    ],
  },
  {
    members: ['田中 宏樹', '野口 梓', '近藤 亮', '飯田 隆', '渡辺 あかり', '伊藤 翔', '工藤 誠'],
    talks: [
      {
        text: '海外からのお客さまの案内を{n}さんに手伝ってもらうそう。行程を一緒に考えていた。',
        label: 'connection',
      },
      {
        text: '{n}さんと英語の案内板を作りたいとのこと。街の地図も載せたいそう。',
        label: 'request',
      },
      {
        text: '{n}さんとの契約の訳が間に合わない。急ぎで頼める人を聞かれた。',
        label: 'business',
      },
      {
        text: '{n}さんと冬の旅の商品を準備中。雪の時期の写真を探している。',
        label: 'business',
      },
      {
        text: '{n}さんのおかげで海外のお客さまに喜ばれたとのこと。',
        label: 'connection',
      },
    ],
  },
  {
    members: [
      '小川 理恵',
      '森 小百合',
      '久保 真理',
      '石川 直子',
      '吉田 学',
      '後藤 美穂',
      '土屋 香織',
      '山田 花子',
    ],
    talks: [
      {
        text: '{n}さんと親子の講座を考えている。和室で、午前中の1時間ほど。',
        label: 'event',
      },
      {
        text: '{n}さんとの講座に12組の申し込み。座布団が足りないとのこと。',
        label: 'event',
        task: '座布団を借りる',
      },
      {
        text: '{n}さんとの講座のあいだ、子どもたちの声が個室まで届いたとのこと。次は時間をずらす。',
        label: 'operation',
      },
      {
        text: '{n}さんと町内会の行事に出られた。縁側ハウスの案内も配ってくださった。',
        label: 'thanks',
      },
      {
        text: '{n}さんと来月の講座の打ち合わせ。今度は祖父母の方も誘うそう。',
        label: 'event',
      },
    ],
  },
  {
    members: ['髙橋 杏奈', '松本 里奈', '林 誠司', '鈴木 結衣', '清水 志保'],
    talks: [
      {
        text: '{n}さんと受付の季節の飾りを考えてくださっている。次は枝ものとのこと。',
        label: 'thanks',
      },
      {
        text: '{n}さんと合同の体験会をしたい。土曜の午後、1階の広い場所で。',
        label: 'event',
      },
      {
        text: '体験会の集客で悩んでいる。{n}さんと告知の文を直していた。',
        label: 'business',
      },
      {
        text: '{n}さんとの体験会に20人。次は平日の夜にもとのこと。',
        label: 'event',
      },
    ],
  },
];
