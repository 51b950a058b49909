// The demo installation: two spaces with accounts, members and half a year of talks, filled over
// the public REST API as people would. Repeatable: the same day gives the same demo.
import { memberTypeNames, members, otherMembers, staffs } from './people.mjs';
import { comments, mentionComments, openings, talks, todoComments } from './talks.mjs';

export const demoPassword = 'engawa-demo';

export const demoAccounts = [
  { email: 'god@engawa.example', note: 'god: runs the installation' },
  { email: 'admin@engawa.example', note: 'primary administrator of 縁側ハウス 仙台' },
  { email: 'staff@engawa.example', note: 'staff of 縁側ハウス 仙台' },
  { email: 'admin@other.example', note: 'primary administrator of かどのいえ' },
];

export function demoBootstrap() {
  return {
    god: {
      email: 'god@engawa.example',
      password: demoPassword,
      displayName: '運用 担当',
    },
    spaces: [
      {
        id: 'engawa-sendai',
        displayName: '縁側ハウス 仙台',
        timeZone: 'Asia/Tokyo',
        staffs: staffs.map((staff) => ({ ...staff, password: demoPassword })),
      },
      {
        id: 'kadonoie',
        displayName: 'かどのいえ',
        timeZone: 'Asia/Tokyo',
        staffs: [
          {
            email: 'admin@other.example',
            password: demoPassword,
            displayName: '小野寺 圭',
            jobTitle: '代表',
            bio: '',
            role: 'primaryAdmin',
          },
        ],
      },
    ],
  };
}

/** A small repeatable generator (mulberry32): the demo must not differ from start to start. */
function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

class Caller {
  constructor(base, token, staffId) {
    this.base = base;
    this.token = token;
    this.staffId = staffId;
  }

  static async signIn(base, email) {
    const nobody = new Caller(base, null, null);
    const answer = await nobody.post('/auth/sign-in', { email, password: demoPassword });
    return new Caller(base, answer.accessToken, answer.session.staff.id);
  }

  get(path) {
    return this.#ask('GET', path);
  }

  post(path, body) {
    return this.#ask('POST', path, body);
  }

  put(path, body) {
    return this.#ask('PUT', path, body);
  }

  patch(path, body) {
    return this.#ask('PATCH', path, body);
  }

  async #ask(method, path, body) {
    for (let attempt = 0; ; attempt += 1) {
      const response = await fetch(`${this.base}/api/v1${path}`, {
        method,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      if ((response.status === 429 || response.status === 503) && attempt < 60) {
        const seconds = Number(response.headers.get('retry-after') ?? 1);
        await new Promise((resolve) => setTimeout(resolve, Math.min(seconds, 5) * 1000));
        continue;
      }
      if (!response.ok) {
        throw new Error(
          `demo: ${method} ${path} answered ${response.status}: ${await response.text()}`,
        );
      }
      return response.status === 204 ? null : response.json();
    }
  }
}

/** Runs the jobs in order, at most `width` at a time. */
async function eachInParallel(items, width, job) {
  const queue = items.map((item, index) => [item, index]);
  const lane = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await job(next[0], next[1]);
  };
  await Promise.all(Array.from({ length: width }, lane));
}

/** The days on which people talked: denser on weekdays, towards now, within opening hours. */
function talkTimes(count, now, random) {
  const day = 86_400_000;
  const times = [];
  while (times.length < count) {
    const age = Math.pow(random(), 1.25) * 182 * day;
    // Opening hours are 9 to 20 in Japan (UTC+9), whatever this machine's zone.
    const date = new Date(now - age + 9 * 3_600_000);
    const weekday = date.getUTCDay();
    if (weekday === 0 || (weekday === 6 && random() < 0.6)) continue;
    date.setUTCHours(9 + Math.floor(random() * 11), Math.floor(random() * 60), 0, 0);
    const at = date.getTime() - 9 * 3_600_000;
    if (at < now - 120_000) times.push(at);
  }
  return times.sort((a, b) => a - b);
}

/** Fills the demo spaces; needs an installation that has just been bootstrapped. */
export async function fillDemo(base, { say = () => {}, posts: postCount = 400 } = {}) {
  const random = generator(20_261_121);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const callers = await Promise.all(staffs.map((staff) => Caller.signIn(base, staff.email)));
  const admin = callers[0];

  const people = await addMembers(admin, members);
  say(`${people.length} members`);

  const { items: labels } = await admin.get('/labels');
  const { items: reactions } = await admin.get('/reactions');
  const labelOf = labelsByTopic(labels);

  const now = Date.now();
  const times = talkTimes(postCount, now, random);
  // Some staff write more than others, as in life; the ranking lives from it.
  const writers = [0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5].map((index) => callers[index]);
  const plans = times.map((at, index) =>
    planPost({ at, index, now, random, pick, people, writers, callers, labelOf }),
  );
  await eachInParallel(plans, 8, async (plan) => {
    const post = await plan.writer.post('/posts', plan.body);
    let answer = null;
    for (const comment of plan.comments) {
      answer = await comment.writer.post(`/posts/${post.id}/comments`, comment.body);
    }
    if (plan.solved && answer) {
      await plan.writer.put(`/posts/${post.id}/solution`, {
        kind: 'comment',
        postId: post.id,
        commentId: answer.id,
      });
    }
    for (const reactor of plan.reactors) {
      await reactor.post(`/posts/${post.id}/reactions`, { reactionId: plan.reactionOf(reactions) });
    }
  });
  say(`${plans.length} posts with comments, reactions, labels and tasks`);

  const other = await Caller.signIn(base, 'admin@other.example');
  const otherPeople = await addMembers(other, otherMembers);
  for (const [index, person] of otherPeople.entries()) {
    await other.post('/posts', {
      memo: talks[index * 3].text.replaceAll('{c}', person.company).replaceAll('{n}', '吉村'),
      memberIds: [person.id],
      talkedAt: new Date(now - (index + 1) * 86_400_000).toISOString(),
    });
  }
}

async function addMembers(caller, list) {
  const { items: types } = await caller.get('/member-types');
  const typeIds = new Map(types.map((type) => [type.name, type.id]));
  for (const name of memberTypeNames) {
    if (!typeIds.has(name)) {
      const type = await caller.post('/member-types', { name });
      typeIds.set(name, type.id);
    }
  }
  const added = [];
  await eachInParallel(list, 8, async ({ type, ...fields }) => {
    const member = await caller.post('/members', { ...fields, typeId: typeIds.get(type) ?? null });
    added.push(member);
  });
  return added.sort((a, b) => (a.familyNameKana < b.familyNameKana ? -1 : 1));
}

function labelsByTopic(labels) {
  const find = (pattern) => labels.find((label) => pattern.test(`${label.id} ${label.name}`))?.id;
  return {
    business: find(/^businessIssue/),
    operation: find(/^operationalIssue/),
    event: find(/イベント|行事|event/i),
    contract: find(/契約|contract/i),
    connection: find(/つながり|紹介|connection|introduction/i),
    note: find(/雑談|近況|memo|note/i),
  };
}

function planPost({ at, index, now, random, pick, people, writers, callers, labelOf }) {
  const talk = talks[(index * 7 + Math.floor(random() * 3)) % talks.length];
  const person = people[Math.floor(Math.pow(random(), 1.4) * people.length)];
  const second = random() < 0.18 || talk.label === 'connection' ? pick(people) : null;
  const named = second && second.id !== person.id ? second : pick(people);
  const writer = pick(writers);
  const age = now - at;
  const old = age > 21 * 86_400_000;
  const memo = `${pick(openings)}${talk.text}`
    .replaceAll('{c}', person.company)
    .replaceAll('{n}', named.familyName);
  const status = old
    ? pick(['done', 'done', 'done', 'skipped', 'inProgress'])
    : pick(['waiting', 'waiting', 'inProgress', 'done']);
  const task =
    talk.task && random() < 0.6
      ? { status, assignUserId: random() < 0.85 ? pick(callers).staffId : null }
      : null;
  const label = labelOf[talk.label];
  const commentCount = random() < 0.45 ? 0 : 1 + Math.floor(random() * 3);
  return {
    writer,
    body: {
      memo,
      memberIds: [...new Set([person.id, ...(second ? [second.id] : [])])],
      labelIds: label ? [label] : [],
      talkedAt: new Date(at).toISOString(),
      task,
    },
    // Most old issues found their solution in what was answered.
    solved: old && ['business', 'operation'].includes(talk.label) && random() < 0.8,
    comments: Array.from({ length: commentCount }, (_, n) =>
      planComment({ n, random, pick, callers, named, writer, old }),
    ),
    reactors: random() < 0.55 ? callers.filter(() => random() < 0.35) : [],
    reactionOf: (reactions) =>
      reactions[(index * 3 + Math.floor(random() * 4)) % Math.max(reactions.length, 1)]?.id,
  };
}

function planComment({ n, random, pick, callers, named, writer, old }) {
  const commenter = pick(callers);
  const mentioned = random() < 0.25 && commenter !== writer ? writer : null;
  const task = n === 0 && !mentioned && random() < 0.08;
  const text = mentioned ? pick(mentionComments) : task ? pick(todoComments) : pick(comments);
  const name = mentioned ? staffs[callers.indexOf(mentioned)].displayName : '';
  return {
    writer: commenter,
    body: {
      memo: `${mentioned ? `@${name} ` : ''}${text.replaceAll('{n}', named.familyName)}`,
      mentions: mentioned ? [mentioned.staffId] : [],
      task: task ? { status: old ? 'done' : 'waiting', assignUserId: pick(callers).staffId } : null,
    },
  };
}
