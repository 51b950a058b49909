import { randomUUID } from 'node:crypto';
import type { Route } from '@engawa/service-kit';
import { Api, eventually } from './api';

/** Callers in the order of the table's columns. */
export const callers = [
  'nobody',
  'staff',
  'generalAdmin',
  'primaryAdmin',
  'god',
  'tokenWithoutScope',
  'tokenWithScopes',
  'deactivated',
  'newcomer',
] as const;
export type CallerName = (typeof callers)[number];

/** Entity ids of one space, by the path segment before the id. */
export type Things = Readonly<Record<string, string>>;

/** An unknown id in a valid form. */
const unknownId = '019a0000-0000-7000-8000-00000000dead';

const scopes = [
  'session.read',
  'post.read',
  'post.write',
  'post.export',
  'post.import',
  'label.manage',
  'template.manage',
  'reaction.manage',
  'task.read',
  'task.write',
  'member.read',
  'member.write',
  'member.delete',
  'member.import',
  'member.export',
  'memberType.manage',
  'customField.manage',
  'staff.read',
  'notification.read',
  'search.read',
  'insight.read',
  'integration.manage',
  'audit.read',
  'space.manage',
];

interface Made {
  id: string;
}

/** Adds an account that signs in with a given password. */
async function addAccount(admin: Api, email: string, role: 'staff' | 'generalAdmin'): Promise<Api> {
  const firstPassword = 'given by an administrator';
  const made = await admin.post<Made>('/staffs', {
    email,
    displayName: email,
    role,
    firstPassword,
  });
  if (made.status !== 201) throw new Error(`no account: ${JSON.stringify(made.body)}`);
  return Api.signIn(admin.base, email, firstPassword);
}

async function settle(newcomer: Api): Promise<Api> {
  const answer = await newcomer.post<{ accessToken: string }>('/profile/first-password', {
    newPassword: 'a password of my own choice',
  });
  const own = newcomer.withToken(answer.body.accessToken);
  await own.post('/session/terms');
  return own;
}

/** Tokens of all callers, in the first demo space. */
export async function enterAll(base: string): Promise<Record<CallerName, string | null>> {
  const admin = await Api.signIn(base, 'admin@engawa.example');
  const token = async (name: string, chosen: readonly string[]) =>
    (await admin.post<{ token: string }>('/api-tokens', { name, scopes: chosen })).body.token;
  const leaving = await settle(await addAccount(admin, 'leaving@engawa.example', 'staff'));
  const answers = {
    nobody: null,
    staff: (await Api.signIn(base, 'staff@engawa.example')).token,
    generalAdmin: (await settle(await addAccount(admin, 'general@engawa.example', 'generalAdmin')))
      .token,
    primaryAdmin: admin.token,
    god: (await Api.signIn(base, 'god@engawa.example')).token,
    // A token has at least one scope; this one allows only the live stream.
    tokenWithoutScope: await token('without', ['session.read']),
    tokenWithScopes: await token('with', scopes),
    deactivated: leaving.token,
    newcomer: (await addAccount(admin, 'newcomer@engawa.example', 'generalAdmin')).token,
  };
  await admin.post(`/staffs/${leaving.staffId}/deactivate`);
  await eventually(async () => {
    const { status } = await leaving.get('/posts');
    if (status !== 401) throw new Error(`the deactivated staff still gets ${status}`);
  });
  return answers;
}

/** Creates one of every entity with an id, as the space's primary administrator. */
export async function furnish(admin: Api, guestEmail: string): Promise<Things> {
  const make = async (path: string, body: unknown, method = 'POST'): Promise<string> => {
    const answer = await admin.ask<Made & { apiToken?: Made; webhook?: Made }>(method, path, body);
    if (answer.status >= 300) {
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    const { id, apiToken, webhook } = answer.body;
    return id ?? apiToken?.id ?? webhook?.id ?? '';
  };
  const upload = async (path: string, name: string, content: string): Promise<string> => {
    const form = new FormData();
    form.set('file', new Blob([content]), name);
    const response = await fetch(`${admin.base}/api/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}` },
      body: form,
    });
    const { id } = (await response.json()) as Made;
    if (response.status >= 300) throw new Error(`POST ${path}: ${response.status}`);
    return id;
  };
  const guest = await settle(await addAccount(admin, guestEmail, 'staff'));
  const webhooks = await make('/webhooks', {
    url: 'http://127.0.0.1:9/',
    events: ['timeline.post.created'],
  });
  const member = (name: string) =>
    make('/members', {
      familyName: name,
      firstName: '仮',
      familyNameKana: 'カリ',
      firstNameKana: 'カリ',
    });
  const [members, kept, merged] = [
    await member('目黒'),
    await member('白金'),
    await member('白銀'),
  ];
  const posts = await make('/posts', {
    memo: '権限の表のための投稿',
    memberIds: [members],
    task: { status: 'waiting', assignUserId: null },
  });
  const comments = await make(`/posts/${posts}/comments`, { memo: '返信' });
  await guest.post(`/posts/${posts}/comments`, { memo: '見ました', mentions: [admin.staffId] });
  const drafts = randomUUID();
  await make(`/drafts/${drafts}`, { revision: 1, memo: '書きかけ' }, 'PUT');
  // A space starts with the largest allowed number.
  await admin.delete(`/reactions/${await own(admin, '/reactions')}`);
  await make('/members/merges', { keptId: kept, otherId: merged });
  return {
    spaces: admin.session!.space.id,
    posts,
    comments,
    drafts,
    members,
    merges: merged,
    webhooks,
    staffs: guest.staffId,
    sessions: await own(admin, '/sessions'),
    'api-tokens': await make('/api-tokens', { name: 'x', scopes: ['session.read'] }),
    labels: await make('/labels', { name: '権限', color: 'teal', isIssue: false }),
    reactions: await make('/reactions', { emoji: '🧪', name: '試し' }),
    'member-types': await make('/member-types', { name: '権限' }),
    'custom-fields': await make('/custom-fields', { name: '権限', kind: 'text' }),
    'task-filters': await make('/task-filters', {
      displayName: '権限',
      criteria: { statuses: ['waiting'] },
    }),
    'saved-searches': await make('/search/saved-searches', {
      displayName: '権限',
      criteria: { q: '権限' },
    }),
    'saved-views': await make('/saved-views', {
      displayName: '権限',
      shared: true,
      criteria: { mustRead: true },
    }),
    'post-templates': await make('/post-templates', { displayName: '権限' }),
    attachments: await upload('/attachments', 'note.txt', 'text'),
    'members/imports': await upload('/members/imports/add', 'members.csv', '姓,名\n仮,太郎\n'),
    'posts/imports': await upload('/posts/imports', 'posts.csv', 'メモ\nx\n'),
    tasks: await eventually(async () => {
      const { status } = await admin.get(`/tasks/${posts}`);
      if (status !== 200) throw new Error(`the task answers ${status}`);
      return posts;
    }, 20_000),
    notifications: await eventually(() => own(admin, '/notifications'), 20_000),
    deliveries: await eventually(() => own(admin, '/integrations/deliveries'), 20_000),
  };
}

async function own(admin: Api, path: string): Promise<string> {
  const { body } = await admin.get<{ items: Made[] }>(path);
  const id = body.items[0]?.id;
  if (!id) throw new Error(`${path} is empty`);
  return id;
}

/** The path with ids; null without ids, or without such an entity. */
export function pathWith(route: Pick<Route, 'path'>, things: Things): string | null {
  const segments = route.path.split('/');
  let whole = true;
  const filled = segments.map((segment, index) => {
    if (!segment.startsWith('{')) return segment;
    const before = segments[index - 1] ?? '';
    const id = things[`${segments[index - 2]}/${before}`] ?? things[before];
    whole &&= id !== undefined;
    return id;
  });
  return whole && route.path.includes('{') ? filled.join('/') : null;
}

/** Unknown ids of all kinds in `things`. */
export function unknownOf(things: Things): Things {
  return Object.fromEntries(Object.keys(things).map((kind) => [kind, unknownId]));
}
