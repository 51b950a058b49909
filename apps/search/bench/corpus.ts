/** A seeded random generator. */
export function randomOf(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

const families =
  '佐藤 鈴木 髙橋 田中 伊藤 渡邊 山本 中村 小林 加藤 斎藤 浜田 高崎 吉田 山﨑 松本'.split(' ');
const firsts = '太郎 花子 健一 美咲 大輔 陽子 翔太 直樹 由美 誠 恵 隆 さくら 葵 蓮 結衣'.split(' ');
const subjects =
  '展示会 会議室の予約 プリンターの故障 契約更新 請求書 見学 交流会 駐車場 Wi-Fi 郵便物 登記 名刺交換 新製品 補助金 採用 移転 防音室 サーバー 撮影 セミナー ワークショップ 入会 退会 空調 鍵の紛失 コーヒー ロッカー 法人プラン 回線 電話番'.split(
    ' ',
  );
const acts =
  '相談を受けた 説明した 提案した 断られた 決まった 延期になった 問い合わせがあった 紹介した 確認した 依頼された 見積もりを渡した 後日連絡する 解決した 苦情を受けた 感謝された'.split(
    ' ',
  );
const tails =
  '来週また話す。 担当へ引き継ぎ済み。 金額は{n}円。 次回は{d}日。 とても前向きだった。 少し急いでいる様子。 資料をメールで送る。 他の会員にも聞いてみる。 受付番号{n}。 電話は03-{p}。 詳しくは添付を参照。 本人の希望は窓側の席。'.split(
    ' ',
  );

/** A memo of about 90 characters. */
export function memoOf(random: (below: number) => number): string {
  const one = <T>(list: readonly T[]) => list[random(list.length)]!;
  const sentence = () => `${one(subjects)}の件で${one(subjects)}について${one(acts)}。`;
  const tail = one(tails)
    .replace('{n}', (random(900_000) + 1_000).toLocaleString('en'))
    .replace('{d}', String(random(28) + 1))
    .replace('{p}', `${random(9_000) + 1_000}-${random(9_000) + 1_000}`);
  const name = `${one(families)}${one(firsts)}`;
  return `${name}様から${sentence()}${random(2) ? sentence() : ''}${tail}${one(subjects)}${random(97_000)}`;
}

/** Typical queries: words, parts of words, names, numbers, two words, no match. */
export function questionsOf(memos: readonly string[], count: number): string[] {
  const random = randomOf(7);
  const one = <T>(list: readonly T[]) => list[random(list.length)]!;
  const part = (length: number) => {
    const memo = one(memos);
    const at = random(memo.length - length);
    return memo.slice(at, at + length).replace(/["「」『』]/g, '');
  };
  return Array.from({ length: count }, (_, n) => {
    switch (n % 8) {
      case 0:
        return one(subjects);
      case 1:
        return `${one(families)}${one(firsts)}`;
      case 2:
        return part(2);
      case 3:
        return part(4);
      case 4:
        return `"${part(8)}"`;
      case 5:
        return `${one(subjects)} ${one(families)}`;
      case 6:
        return String(random(97_000));
      default:
        return `${one(firsts)}なし${random(1_000)}`;
    }
  });
}
