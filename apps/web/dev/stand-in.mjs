// A small fake API with invented data for working on the web app alone. Not part of the product: it
// validates and stores nothing.
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';

const port = Number(process.env.PORT ?? 4000);
const space = {
  id: 'engawa-sendai',
  displayName: 'Engawa 仙台',
  timeZone: 'Asia/Tokyo',
  createdAt: '2026-01-05T00:00:00.000Z',
};
const clone = (value) => JSON.parse(JSON.stringify(value));
const at = (ms) => new Date(ms).toISOString();
const now = Date.now();
const permissions = [
  'post.read post.write post.moderate label.manage template.manage reaction.manage task.read task.write',
  'member.read member.write member.delete staff.read staff.manage notification.read search.read',
]
  .join(' ')
  .split(' ');

const staffs = [
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
const staffRef = ({ id, displayName, jobTitle, photoUrl, thumbPhotoUrl, deactivated }) => ({
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
const members = names.map(([familyName, firstName, familyNameKana, firstNameKana, company], i) => ({
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
}));

/** 240 different rows of dots, the same at every start. */
function relations() {
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

const labels = [
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
const reactions = ['👍', '🙏', '👀', '🎉', '💡'].map((emoji, order) => ({
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
const posts = Array.from({ length: 120 }, (_, i) => {
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
const comments = new Map(
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

const streams = new Set();
let eventId = 0;
function tell(name, postId, commentId = null) {
  eventId += 1;
  const data = {
    ...{ name, at: at(Date.now()), actor: 's-2', aggregate: { type: 'post', id: postId } },
    ...{ version: 1, postId, commentId },
  };
  for (const stream of streams) {
    stream.write(`id: ${eventId}\nevent: change\ndata: ${JSON.stringify(data)}\n\n`);
  }
}

const sorted = () =>
  posts.toSorted((a, b) =>
    a.talkedAt === b.talkedAt ? (a.id < b.id ? 1 : -1) : a.talkedAt < b.talkedAt ? 1 : -1,
  );
function listPosts(query) {
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

const session = () => ({
  ...{ id: 'session-1', staff: staffs[0], space, god: false, admin: true },
  ...{ initialPasswordChanged: true, permissions, twoFactorEnabled: false },
  twoFactorSetupRequired: false,
});
const signedIn = () => ({
  accessToken: 'x',
  expiresAt: at(Date.now() + 900_000),
  session: session(),
});
const problem = (status, code, title) => [
  status,
  { type: code, title, status, code, requestId: randomUUID() },
];

let open = process.env.SIGNED_OUT !== '1';
async function answer(request, url, body) {
  const path = url.pathname.replace('/api/v1', '');
  const is = (method, pattern) => request.method === method && path.match(pattern);
  let m;
  if (is('POST', /^\/auth\/refresh$/)) {
    return open ? [200, signedIn()] : problem(401, 'identity.session.invalid', '…');
  }
  if (is('POST', /^\/auth\/sign-in$/)) {
    if (body.password !== 'engawa-demo') {
      return problem(
        401,
        'identity.sign-in.refused',
        'メールアドレスまたはパスワードが正しくありません。',
      );
    }
    open = true;
    return [200, signedIn()];
  }
  if (is('POST', /^\/auth\/sign-out$/)) {
    open = false;
    return [204];
  }
  if (is('GET', /^\/session$/)) return [200, session()];
  if (is('GET', /^\/labels$/)) return [200, { items: labels }];
  if (is('GET', /^\/reactions$/)) return [200, { items: reactions }];
  if (is('GET', /^\/staffs$/)) return [200, { items: staffs }];
  if (is('GET', /^\/member-types$/)) return [200, { items: [] }];
  if (is('GET', /^\/insights\/relations$/)) return [200, relations()];
  if (is('GET', /^\/insights\/radar$/)) {
    return [200, { items: [], total: 0, snoozed: 0, nextCursor: null }];
  }
  if (is('GET', /^\/custom-fields$/)) return [200, { items: [] }];
  if (is('GET', /^\/ranking$/)) {
    const items = [1, 0, 2].map((n, i) => ({
      place: i + 1,
      staff: staffRef(staffs[n]),
      posts: 9 - i,
    }));
    return [200, { month: '2026-11', items }];
  }
  if (is('GET', /^\/notifications\/unread-count$/)) return [200, { count: 12 }];
  if (is('GET', /^\/members$/)) {
    const q = url.searchParams.get('q') ?? '';
    const items = members.filter((x) =>
      (x.familyName + x.firstName + x.familyNameKana).includes(q),
    );
    return [200, { items, nextCursor: null, previousCursor: null, total: items.length }];
  }
  if (is('GET', /^\/posts$/)) {
    const page = listPosts(url.searchParams);
    return page ? [200, page] : problem(404, 'timeline.post.not-found', '投稿が見つかりません');
  }
  if (is('POST', /^\/posts$/)) {
    if (process.env.SLOW) await new Promise((done) => setTimeout(done, Number(process.env.SLOW)));
    if (body.memo.includes('失敗'))
      return problem(503, 'gateway.unavailable', 'いま応答できません');
    const post = {
      ...clone(posts[2]),
      ...{ id: `p-${randomUUID()}`, ownerId: 's-1', owner: staffRef(staffs[0]), memo: body.memo },
      ...{ members: members.filter((x) => body.memberIds.includes(x.id)), labelIds: body.labelIds },
      task: body.task && { ...body.task, statusUpdatedAt: at(Date.now()) },
      ...{ talkedAt: body.talkedAt ?? at(Date.now()), createdAt: at(Date.now()) },
      ...{ commentCount: 0, lastCommenters: [], reactions: [], editedAt: null, issue: null },
    };
    posts.push(post);
    comments.set(post.id, []);
    tell('timeline.post.created', post.id);
    return [201, post];
  }
  if ((m = path.match(/^\/posts\/([^/]+)(?:\/comments\/([^/]+))?(?:\/(\w+))?$/))) {
    const [, id, commentId, rest] = m;
    const post = posts.find((p) => p.id === id);
    if (!post) return problem(404, 'timeline.post.not-found', '投稿が見つかりません');
    const thing = commentId ? comments.get(id).find((c) => c.id === commentId) : post;
    if (rest === 'comments' && request.method === 'GET') {
      return [200, { items: comments.get(id), nextCursor: null, previousCursor: null }];
    }
    if (rest === 'comments') {
      const comment = {
        ...{ id: randomUUID(), postId: id, version: 1, ownerId: 's-1', owner: staffRef(staffs[0]) },
        ...{
          memo: body.memo,
          mentions: staffs.filter((s) => body.mentions.includes(s.id)).map(staffRef),
        },
        ...{ labelIds: [], task: null, attachments: [], photoUrl: null, reactions: [] },
        ...{ createdAt: at(Date.now()), updatedAt: at(Date.now()), editedAt: null },
      };
      comments.get(id).push(comment);
      post.commentCount += 1;
      tell('timeline.comment.created', id, comment.id);
      return [201, comment];
    }
    if (rest === 'reactions') {
      const same = (r) => r.reactionId === body.reactionId && r.reactedBy === 's-1';
      const had = thing.reactions.some(same);
      thing.reactions = had
        ? thing.reactions.filter((r) => !same(r))
        : [
            ...thing.reactions,
            { reactionId: body.reactionId, reactedBy: 's-1', reactedAt: at(Date.now()) },
          ];
      thing.version += 1;
      return [200, { reacted: !had, reactions: thing.reactions, version: thing.version }];
    }
    if (request.method === 'GET') return [200, thing];
    if (request.method === 'PATCH') {
      const { task, memberIds, mentions: _, attachmentIds: __, ...plain } = body;
      Object.assign(thing, plain, { version: thing.version + 1 });
      if (memberIds) thing.members = members.filter((x) => memberIds.includes(x.id));
      if (task !== undefined) {
        const base = thing.task ?? { status: 'waiting', assignUserId: null, dueAt: null };
        thing.task = task && { ...base, ...task, statusUpdatedAt: at(Date.now()) };
      }
      if (body.memo) thing.editedAt = at(Date.now());
      return [200, thing];
    }
    if (request.method === 'DELETE') {
      if (commentId)
        comments.set(
          id,
          comments.get(id).filter((c) => c !== thing),
        );
      else posts.splice(posts.indexOf(post), 1);
      gone.set(id, post);
      return [204];
    }
  }
  return problem(404, 'request.not-found', 'ありません');
}
const gone = new Map();

// Serves the built app from WEB_DIR.
const webDir = process.env.WEB_DIR;
const types = { '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };
function serveFile(name, response) {
  let file = path.join(webDir, name);
  if (!existsSync(file) || name === '/') file = path.join(webDir, 'index.html');
  response.writeHead(200, { 'content-type': types[path.extname(file)] ?? 'text/html' });
  response.end(readFileSync(file));
}

createServer(async (request, response) => {
  const url = new URL(request.url, 'http://x');
  if (url.pathname === '/api/v1/live') {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write(': hello\n\n');
    streams.add(response);
    request.on('close', () => streams.delete(response));
    return;
  }
  if (url.pathname === '/tell') {
    // A post by a colleague, to show live updates.
    const post = {
      ...clone(posts[5]),
      id: `p-${randomUUID()}`,
      talkedAt: at(Date.now()),
    };
    posts.push(post);
    comments.set(post.id, []);
    tell('timeline.post.created', post.id);
    return response.end('told');
  }
  if (!url.pathname.startsWith('/api/') && webDir) return serveFile(url.pathname, response);
  let text = '';
  for await (const chunk of request) text += chunk;
  const body = text.startsWith('{') ? JSON.parse(text) : null;
  const [status, json] = await answer(request, url, body);
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(json === undefined ? undefined : JSON.stringify(json));
}).listen(port, '127.0.0.1', () => console.log(`Stand-in on http://127.0.0.1:${port}`));
