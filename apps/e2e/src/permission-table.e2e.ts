import { listRoutes, type OpenApiDocument, type Route } from '@engawa/service-kit';
import { Api } from './api';
import { leastOf, type BodySchema } from './openapi-body';
import { namesItself, permissionTable } from './permission-table';
import {
  callers,
  enterAll,
  furnish,
  pathWith,
  unknownOf,
  type CallerName,
  type Things,
} from './permission-world';
import { Installation } from './world';

interface Operation {
  requestBody?: { content: Record<string, { schema?: BodySchema }> };
  parameters?: { in: string; name: string; schema?: BodySchema; required?: boolean }[];
}
interface Seen {
  status: number;
  body: string;
  code: string;
}

let installation: Installation;
let document: OpenApiDocument;
let routes: Route[];
let tokens: Record<CallerName, string | null>;
/** Entities of the callers' own space, and of the other one. */
let own: Things;
let other: Things;
let otherAdmin: Api;

beforeAll(async () => {
  installation = await Installation.start({ env: { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1' } });
  const { url } = installation;
  document = (await (await fetch(`${url}/api/openapi.json`)).json()) as OpenApiDocument;
  routes = listRoutes(document);
  tokens = await enterAll(url);
  otherAdmin = await Api.signIn(url, 'admin@other.example');
  [own, other] = await Promise.all([
    furnish(await Api.signIn(url, 'admin@engawa.example'), 'guest@engawa.example'),
    furnish(otherAdmin, 'guest@other.example'),
  ]);
}, 180_000);
afterAll(() => installation?.stop());

function operationOf({ path, method }: Route): Operation {
  return document.paths[path]![method.toLowerCase()] as Operation;
}

async function ask(
  method: string,
  path: string,
  token: string | null,
  body?: unknown,
): Promise<Seen> {
  const isJson = body !== undefined && !(body instanceof FormData);
  const response = await fetch(installation.url + path, {
    method,
    redirect: 'manual',
    headers: {
      'if-match': '"1"',
      ...(isJson ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: isJson ? JSON.stringify(body) : (body as FormData | undefined),
  });
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    await response.body?.cancel();
    return { status: response.status, body: '', code: '' };
  }
  const text = await response.text();
  if (!/json/.test(response.headers.get('content-type') ?? '') || text === '') {
    return { status: response.status, body: text, code: '' };
  }
  const { requestId: _id, instance: _path, ...shown } = JSON.parse(text) as Record<string, unknown>;
  return {
    status: response.status,
    body: JSON.stringify(shown),
    code: String(shown['code'] ?? ''),
  };
}

/** 1: not signed in (401). 3: forbidden (403). 0: not found (404). +: allowed. */
function letterOf({ status, code }: Seen): string {
  if (status >= 500) return '!';
  if (status === 401 && code.startsWith('auth.')) return '1';
  if (status === 403) return '3';
  return status === 404 ? '0' : '+';
}

async function rowOf(visit: (token: string | null) => Promise<string>): Promise<string> {
  const letters = await Promise.all(callers.map((name) => visit(tokens[name])));
  return letters.join('');
}

it('has a row for each route of the installation, and no other', () => {
  const operations = routes.map(({ operationId }) => operationId);
  expect(Object.keys(permissionTable).sort()).toEqual(operations.sort());
});

it('grants access exactly as the table says', async () => {
  const seen: Record<string, string> = {};
  for (const route of routes) {
    const { method, operationId } = route;
    if (operationId === 'signOut') {
      // Signing out would end the session: only the document is checked.
      seen[operationId] = route.access === 'public' ? callers.map(() => '+').join('') : '';
      continue;
    }
    // Reads use existing entities; writes only check access, with ids that no rule accepts.
    const things = method === 'GET' ? own : unknownOf(own);
    const path = pathWith(route, things) ?? route.path.replace(/\{\w+\}/g, 'none');
    seen[operationId] = await rowOf(async (token) => {
      const letter = letterOf(
        await ask(method, path, token, method === 'GET' ? undefined : { none: 1 }),
      );
      return method !== 'GET' && letter === '0' ? '+' : letter;
    });
  }
  const wanted = Object.entries(permissionTable).map(([id, row]) => [id, row.split(' ')[0]]);
  expect(seen).toEqual(Object.fromEntries(wanted));
});

it('answers ids of another space like ids that nobody has', async () => {
  const seen: Record<string, string> = {};
  const differing: string[] = [];
  for (const route of routes) {
    const { method, operationId } = route;
    const foreign = pathWith(route, other);
    if (foreign === null || operationId in namesItself) continue;
    const unknown = pathWith(route, unknownOf(other))!;
    const body = method === 'GET' ? undefined : bodyOf(route);
    seen[operationId] = await rowOf(async (token) => {
      const [there, nowhere] = [
        await ask(method, foreign, token, body),
        await ask(method, unknown, token, body),
      ];
      if (there.status !== nowhere.status || there.body !== nowhere.body) {
        differing.push(`${operationId}: ${JSON.stringify([there, nowhere])}`);
      }
      return letterOf(there);
    });
  }
  expect(differing).toEqual([]);
  const wanted = Object.entries(permissionTable).flatMap(([id, row]) =>
    row.includes(' ') ? [[id, row.split(' ')[1]]] : [],
  );
  expect(seen).toEqual(Object.fromEntries(wanted));
});

it('refuses a malformed id in the path at every route alike', async () => {
  const differing: string[] = [];
  for (const route of routes.filter(({ path }) => path.includes('{'))) {
    const path = route.path.replace(/\{\w+\}/g, 'a.b');
    const token = tokens[route.access === 'space.operate' ? 'god' : 'primaryAdmin'];
    const body = route.method === 'GET' ? undefined : bodyOf(route);
    const seen = await ask(route.method, path, token, body);
    const { errors } = JSON.parse(seen.body) as { errors?: { pointer: string }[] };
    const first = errors?.[0]?.pointer.replace(/\w+$/, '');
    if (seen.status !== 400 || seen.code !== 'request.invalid' || first !== '/path/') {
      differing.push(`${route.operationId}: ${seen.status} ${seen.body}`);
    }
  }
  expect(differing).toEqual([]);
});

it('left everything of the other space as it was', async () => {
  for (const kind of ['posts', 'members', 'tasks', 'staffs', 'drafts', 'members/imports']) {
    const { status, body } = await otherAdmin.get<{ deactivated?: boolean }>(
      `/${kind}/${other[kind]}`,
    );
    expect([kind, status, body.deactivated ?? false]).toEqual([kind, 200, false]);
  }
  for (const [list, kind] of [
    ['/labels', 'labels'],
    ['/reactions', 'reactions'],
    ['/member-types', 'member-types'],
    ['/task-filters', 'task-filters'],
    ['/webhooks', 'webhooks'],
    ['/search/saved-searches', 'saved-searches'],
    ['/api-tokens', 'api-tokens'],
    [`/posts/${other['posts']}/comments`, 'comments'],
  ] as const) {
    const { body } = await otherAdmin.get<{ items: { id: string }[] }>(list);
    expect([list, body.items.map(({ id }) => id)]).toEqual([
      list,
      expect.arrayContaining([other[kind]]),
    ]);
  }
});

/** Bodies of routes that would reject the minimal one before looking up the id. */
function bodiesOf(things: Things): Readonly<Record<string, unknown>> {
  const { posts, reactions } = things;
  return {
    createComment: { memo: 'x' },
    toggleReaction: { reactionId: reactions },
    toggleCommentReaction: { reactionId: reactions },
    linkSolution: { kind: 'post', postId: posts },
    snoozeMember: { until: '2030-01-01', reason: 'x' },
  };
}

/** A body that the route accepts. */
function bodyOf(route: Route): unknown {
  const given = bodiesOf(own)[route.operationId];
  if (given) return given;
  const content = operationOf(route).requestBody?.content;
  if (!content) return undefined;
  if (content['multipart/form-data']) {
    const form = new FormData();
    form.set('file', new Blob([Buffer.from(onePixel, 'base64')]), 'one.png');
    return form;
  }
  const schema = content['application/json']?.schema ?? {};
  const components = document.components?.schemas as Record<string, BodySchema>;
  return leastOf(schema, components);
}

const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
