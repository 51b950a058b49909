// A small fake API with invented data for working on the web app alone. Not part of the product: it
// validates and stores nothing.
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import {
  space,
  at,
  permissions,
  staffs,
  staffRef,
  members,
  relations,
  labels,
  reactions,
  posts,
  comments,
  listPosts,
} from './stand-in-data.mjs';

const port = Number(process.env.PORT ?? 4000);
const clone = (value) => JSON.parse(JSON.stringify(value));

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
