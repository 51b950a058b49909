// The demo installation: two spaces with accounts, members and half a year of posts, created
// through the public REST API. Deterministic: two runs on the same day create the same data.
import { memberTypeNames, members, otherMembers, staffs } from './people.mjs';
import { planPosts } from './plan.mjs';
import { introductions, talks, wishes } from './talks.mjs';

const DAY_MS = 86_400_000;
/** From this number of posts on, the demo also has asks, offers and solutions of their time. */
const FULL_DEMO_POSTS = 100;

/** Labels of topics that are not named like them. */
const labelIds = {
  business: 'businessIssue',
  operation: 'operationalIssue',
  connection: 'introduction',
};

export const demoPassword = 'engawa-demo';
/** Of the addresses in the first space. */
const demoDomain = 'engawa.example';

export const demoAccounts = [
  { email: 'god@engawa.example', note: 'god: runs the installation' },
  { email: 'admin@engawa.example', note: 'primary administrator of 縁側ハウス 仙台' },
  { email: 'staff@engawa.example', note: 'staff of 縁側ハウス 仙台' },
  { email: 'admin@other.example', note: 'primary administrator of かどのいえ' },
];

/**
 * First accounts of an installation.
 *
 * @param {{ id: string, staffs: number }[]} copies further spaces like the first one, with so many of its
 *   staff as `NAME@ID.example`
 */
export function demoBootstrap(copies = []) {
  const first = (id, domain, count) => ({
    id,
    displayName: '縁側ハウス 仙台',
    timeZone: 'Asia/Tokyo',
    staffs: staffs.slice(0, count).map((staff) => ({
      ...staff,
      email: addressIn(domain, staff),
      password: demoPassword,
    })),
  });
  return {
    god: {
      email: 'god@engawa.example',
      password: demoPassword,
      displayName: '運用 担当',
    },
    spaces: [
      first('engawa-sendai', demoDomain),
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
      ...copies.map((copy) => first(copy.id, `${copy.id}.example`, copy.staffs)),
    ],
  };
}

function addressIn(domain, { email }) {
  return email.replace(demoDomain, domain);
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

/** Runs the jobs in order, at most `width` concurrently. */
async function eachInParallel(items, width, job) {
  const queue = items.map((item, index) => [item, index]);
  const lane = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await job(next[0], next[1]);
  };
  await Promise.all(Array.from({ length: width }, lane));
}

/** Fills the demo spaces of a freshly bootstrapped installation. */
export async function fillDemo(base, options = {}) {
  await fillSpace(base, options);
  const other = await Caller.signIn(base, 'admin@other.example');
  const otherPeople = await addMembers(other, otherMembers);
  for (const [index, person] of otherPeople.entries()) {
    await other.post('/posts', {
      memo: talks[index * 3].text.replaceAll('{c}', person.company).replaceAll('{n}', '吉村'),
      memberIds: [person.id],
      talkedAt: new Date(Date.now() - (index + 1) * DAY_MS).toISOString(),
    });
  }
}

/** Fills the first space, or a copy of it. */
export async function fillSpace(base, { print = () => {}, posts: postCount = 400, copy } = {}) {
  const domain = copy ? `${copy.id}.example` : demoDomain;
  const signIn = (staff) => Caller.signIn(base, addressIn(domain, staff));
  const [first, ...others] = staffs.slice(0, copy?.staffs);
  const admin = await signIn(first);
  const callers = [admin, ...(postCount > 0 ? await Promise.all(others.map(signIn)) : [])];

  const people = await addMembers(admin, members);
  print(`${people.length} members`);

  const { items: labels } = await admin.get('/labels');
  const { items: reactions } = await admin.get('/reactions');
  const labelOf = (topic) => labels.find(({ id }) => id === (labelIds[topic] ?? topic))?.id;

  const isFull = postCount >= FULL_DEMO_POSTS;
  const now = Date.now();
  const plans = planPosts({ count: postCount, now, people, callers, labelOf });
  await eachInParallel(plans, 8, async (plan) => {
    const post = await plan.writer.post('/posts', plan.body);
    let answer = null;
    for (const comment of plan.comments) {
      answer = await comment.writer.post(`/posts/${post.id}/comments`, comment.body);
    }
    if (plan.solved && (isFull || answer)) {
      const solution = isFull
        ? { kind: 'post', postId: (await plan.writer.post('/posts', plan.solution)).id }
        : { kind: 'comment', postId: post.id, commentId: answer.id };
      await plan.writer.put(`/posts/${post.id}/solution`, solution);
    }
    for (const reactor of plan.reactors) {
      await reactor.post(`/posts/${post.id}/reactions`, { reactionId: plan.reactionOf(reactions) });
    }
  });
  if (isFull) await addWishes({ now, people, labels, callers });
  print(`${plans.length} posts with comments, reactions, labels and tasks`);
}

/** Every third member has a locker, every second one hours of use. */
function customValuesOf({ familyName, firstName, company }, locker, hours) {
  const number = [...(familyName + firstName + company)].reduce(
    (sum, c) => sum + c.charCodeAt(0),
    0,
  );
  return {
    ...(number % 3 === 0 ? { [locker.id]: `${'ABC'[number % 2]}-${(number % 20) + 1}` } : {}),
    ...(number % 2 === 0 ? { [hours.id]: hours.choices[number % 3].id } : {}),
  };
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
  const { items: custom } = await caller.get('/custom-fields');
  const fieldOf = async (input) =>
    custom.find(({ name }) => name === input.name) ?? (await caller.post('/custom-fields', input));
  const locker = await fieldOf({ name: 'ロッカー', kind: 'text' });
  const hours = await fieldOf({
    name: '利用時間',
    kind: 'choice',
    choices: ['平日昼', '夜', '終日'],
  });
  const inputs = list.map(({ type, ...fields }) => ({
    ...fields,
    typeId: typeIds.get(type) ?? null,
    customFields: customValuesOf(fields, locker, hours),
  }));
  const { items, refused } = await caller.post('/members/bulk', { items: inputs });
  if (refused > 0) throw new Error(`demo: members were refused: ${JSON.stringify(items)}`);
  return inputs
    .map((input, index) => ({ ...input, id: items[index].id }))
    .sort((a, b) => (a.familyNameKana < b.familyNameKana ? -1 : 1));
}

/** What members seek and offer, so that matches show, and introductions with their outcome. */
async function addWishes({ now, people, labels, callers }) {
  const idOf = (name) =>
    people.find(({ familyName, firstName }) => `${familyName} ${firstName}` === name).id;
  const talkedAt = ({ daysAgo }) => new Date(now - daysAgo * DAY_MS).toISOString();
  for (const [index, wish] of wishes.entries()) {
    const label = labels.find(({ kind }) => kind === wish.kind);
    await callers[index % callers.length].post('/posts', {
      memo: wish.text,
      memberIds: [idOf(wish.member)],
      labelIds: label ? [label.id] : [],
      talkedAt: talkedAt(wish),
    });
  }
  for (const made of introductions) {
    const [memberId, toMemberId] = [idOf(made.member), idOf(made.toMember)];
    const { about, outcome, outcomeNote } = made;
    await callers[1].post('/posts', {
      memo: `${made.member.split(' ')[0]}さんを${made.toMember.split(' ')[0]}さんにご紹介した。`,
      memberIds: [memberId, toMemberId],
      talkedAt: talkedAt(made),
      introduction: { memberId, toMemberId, about, outcome, outcomeNote },
    });
  }
}
