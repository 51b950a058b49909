// The invented data of the stand-in.

export const space = {
  id: 'engawa-sendai',
  displayName: 'Engawa 仙台',
  timeZone: 'Asia/Tokyo',
  createdAt: '2026-01-05T00:00:00.000Z',
};
export const at = (ms) => new Date(ms).toISOString();
const now = Date.now();
export const permissions = [
  'post.read post.write post.moderate label.manage template.manage reaction.manage task.read task.write',
  'member.read member.write member.delete staff.read staff.manage notification.read search.read',
]
  .join(' ')
  .split(' ');

export const staffs = [
  ['水野 航', 'コミュニティマネージャー', 'primaryAdmin'],
  ['高橋 さくら', '受付', 'generalAdmin'],
  ['Daniel Reyes', 'Events', 'staff'],
  ['大久保 真理子', '経理', 'staff'],
].map(([displayName, jobTitle, role], index) => ({
  ...{
    id: `s-${index + 1}`,
    version: 1,
    email: `${['admin', 'sakura', 'staff', 'mariko'][index]}@engawa.example`,
  },
  ...{ displayName, jobTitle, role, bio: '', photoUrl: null, thumbPhotoUrl: null },
  ...{ deactivated: false, excludeFromRanking: false, isAgreedToTOU: true },
  ...{ initialPasswordChanged: true, createdAt: at(now), updatedAt: at(now) },
}));
export const staffRef = ({ id, displayName, jobTitle, photoUrl, thumbPhotoUrl, deactivated }) => ({
  ...{ id, displayName, jobTitle, photoUrl, thumbPhotoUrl, deactivated },
});

const names = [
  ['佐藤', '花子', 'サトウ', 'ハナコ', '佐藤設計室'],
  ['鈴木', '一郎', 'スズキ', 'イチロウ', '鈴木商店'],
  ['長谷川', '聡', 'ハセガワ', 'サトシ', '株式会社東北デザインワークス'],
  ['渡邊', '美咲', 'ワタナベ', 'ミサキ', ''],
  ['伊藤', '健', 'イトウ', 'ケン', 'いとう行政書士事務所'],
  ['勅使河原', '悠', 'テシガワラ', 'ユウ', 'フリーランス'],
];
export const members = names.map(
  ([familyName, firstName, familyNameKana, firstNameKana, company], i) => ({
    ...{
      id: `m-${i + 1}`,
      version: 1,
      familyName,
      firstName,
      familyNameKana,
      firstNameKana,
      company,
    },
    ...{ title: '', memo: '', typeId: 't-1', typeOfContract: 'フリーデスク', photoUrl: null },
    ...{
      thumbPhotoUrl: null,
      customFields: {},
      ...{ email: '', birthday: null, memberSince: null, contractUntil: null },
      deleted: i === 3,
      lastTalkedAt: at(now),
      createdAt: at(now),
      updatedAt: at(now),
    },
  }),
);

/** 240 different rows of dots, the same at every start. */
export function relations() {
  const months = Array.from({ length: 12 }, (_, at) => {
    const first = new Date(now);
    return new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() - 11 + at, 1))
      .toISOString()
      .slice(0, 7);
  });
  const items = Array.from({ length: 240 }, (_, row) => {
    const quiet = Math.floor((240 - row) / 24);
    const talks = months.map((_, at) =>
      at < 12 - quiet && (row * 7 + at * 5) % 4 > 0 ? ((row * 3 + at * 11) % 9) + 1 : 0,
    );
    const last = talks.findLastIndex((count) => count > 0);
    return {
      member: { ...members[row % members.length], id: `r-${row}` },
      typeId: null,
      lastTalkedAt: last === -1 ? null : at(now - (11 - last) * 30 * 86_400_000),
      quietSince: at(now - (11 - last) * 30 * 86_400_000),
      isCold: last < 10,
      talks,
      openIssues: talks.map((count, at) => (count > 0 && (row + at) % 9 === 0 ? 1 : 0)),
      by: talks.map((count, at) => (count > 0 ? (row + at) % staffs.length : null)),
    };
  });
  return {
    ...{ months, items, staffs: staffs.map(staffRef), total: items.length },
    summary: {
      ...{ members: 240, talkedWith: 96, posts: 412, cold: 83, issuesOpened: 21, issuesSolved: 17 },
    },
  };
}

export const labels = [
  ['businessIssue', '事業の課題', 'red', true, true],
  ['operationalIssue', '運営の課題', 'orange', true, true],
  ['event', 'イベント', 'teal', false, false],
  ['contract', '契約', 'indigo', false, false],
].map(([id, name, color, isIssue, isDefault], order) => ({
  ...{
    id,
    version: 1,
    name,
    color,
    order,
    isIssue,
    isDefault,
    createdAt: at(now),
    updatedAt: at(now),
  },
}));
export const reactions = ['👍', '🙏', '👀', '🎉', '💡'].map((emoji, order) => ({
  ...{ id: `r-${order}`, version: 1, emoji, order, createdAt: at(now), updatedAt: at(now) },
  name: ['いいね', 'ありがとう', '見ました', 'おめでとう', 'なるほど'][order],
}));

const memos = [
  '来月から週3日の利用に増やしたいとのこと。\n開所時間が変わるかどうかを気にされていたので、金曜までに返事をすると伝えました。',
  '新しく始めるオンライン講座の相談。集客の手伝いができる方を探しているそうです。\n鈴木さんを紹介できそう。\n\n講座の案内: https://example.com/courses/2026-winter?ref=engawa#about',
  '会議室の空調が寒いとのこと。',
  '確定申告の相談会をスペースで開けないか、というお話。\n\n・時期は2月の上旬\n・20人くらい\n・夜の時間帯\n\n会場費のことも含めて、来週もう一度話すことにしました。前回の相談会の記録も読み返しておきます。担当は大久保さんにお願いしたい。参加費は無料にしたいが、資料の印刷代だけは実費でいただく形になりそう。会員以外の方も参加できるかどうかは、スペースの方針を確かめてから返事をします。\n\n（追記）会場の予約は2月3日と10日を仮に押さえてあります。\n椅子の数は足りているはずですが、\n前日に確かめること。\nプロジェクターは受付で借りられます。\n当日の受付は二人。\n終わりの時間は21時。',
  'Talked in English about opening a branch in Tohoku; would like to meet people from the city office.',
  '引っ越しの報告をいただきました。住所変更の書類を渡し済み。',
];
export const posts = Array.from({ length: 120 }, (_, i) => {
  const owner = staffs[i % staffs.length];
  const talked = now - i * i * 120_000 - i * 1_500_000;
  return {
    ...{ id: `p-${String(1000 - i)}`, version: 1, ownerId: owner.id, owner: staffRef(owner) },
    memo: memos[i % memos.length],
    members: [members[i % 6], ...(i % 4 === 1 ? [members[(i + 1) % 6]] : [])],
    labelIds: i % 3 === 0 ? [labels[i % 4].id] : i % 5 === 0 ? ['event', 'contract'] : [],
    task:
      i % 4 === 2
        ? {
            status: ['waiting', 'inProgress', 'done', 'skipped'][((i / 2) % 4) | 0],
            statusUpdatedAt: at(talked),
            assignUserId: i % 8 === 2 ? 's-1' : null,
            dueAt: null,
          }
        : null,
    ...{ attachments: [], photoUrl: null },
    reactions:
      i % 3 === 1
        ? [
            { reactionId: 'r-0', reactedBy: 's-2', reactedAt: at(talked) },
            { reactionId: 'r-1', reactedBy: 's-1', reactedAt: at(talked) },
          ]
        : [],
    ...{ talkedAt: at(talked), createdAt: at(talked), updatedAt: at(talked) },
    editedAt: i % 7 === 3 ? at(talked) : null,
    ...{ commentCount: i % 3, lastCommenters: staffs.slice(0, i % 3).map(staffRef) },
    ...{ mustRead: i === 4, confirmations: [], introduction: null },
    issue:
      i % 12 === 0
        ? {
            state: 'open',
            openedAt: at(talked),
            closedAt: null,
            secondsToSolution: null,
            solution: null,
          }
        : null,
  };
});
export const comments = new Map(
  posts.map((post) => [
    post.id,
    Array.from({ length: post.commentCount }, (_, i) => ({
      ...{ id: `${post.id}-c${i}`, postId: post.id, version: 1 },
      ...{ ownerId: staffs[i].id, owner: staffRef(staffs[i]) },
      memo: i === 0 ? '@高橋 さくら 金曜までに返事をお願いできますか。' : '承知しました。',
      mentions: i === 0 ? [staffRef(staffs[1])] : [],
      ...{ labelIds: [], task: null, attachments: [], photoUrl: null, reactions: [] },
      ...{ createdAt: post.createdAt, updatedAt: post.createdAt, editedAt: null },
    })),
  ]),
);

const sorted = () =>
  posts.toSorted((a, b) =>
    a.talkedAt === b.talkedAt ? (a.id < b.id ? 1 : -1) : a.talkedAt < b.talkedAt ? 1 : -1,
  );
/** A page of posts; null around one that does not exist. */
export function listPosts(query) {
  let all = sorted();
  if (query.get('ids')) {
    const ids = query.get('ids').split(',');
    return { items: all.filter((p) => ids.includes(p.id)), nextCursor: null, previousCursor: null };
  }
  if (query.get('ownerId')) all = all.filter((p) => p.ownerId === query.get('ownerId'));
  if (query.get('memberId')) {
    all = all.filter((p) => p.members.some((m) => m.id === query.get('memberId')));
  }
  const limit = Number(query.get('limit') ?? 10);
  let [from, to] = [0, limit];
  if (query.get('around')) {
    const i = all.findIndex((p) => p.id === query.get('around'));
    if (i < 0) return null;
    [from, to] = [Math.max(0, i - 5), i + 6];
  } else if (query.get('cursor')) {
    const [way, index] = query.get('cursor').split('_');
    [from, to] =
      way === 'o'
        ? [Number(index), Number(index) + limit]
        : [Math.max(0, Number(index) - limit), Number(index)];
  }
  return {
    items: all.slice(from, to),
    nextCursor: to < all.length ? `o_${to}` : null,
    previousCursor: from > 0 ? `n_${from}` : null,
  };
}
