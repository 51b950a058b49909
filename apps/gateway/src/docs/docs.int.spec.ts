import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Controller, Get, Module, Param, Post } from '@nestjs/common';
import { Can, Public, SignedIn } from '@engawa/auth';
import { apiTokenScope, task, webhookEvents } from '@engawa/contracts';
import { AuthModule } from '@engawa/auth';
import {
  Answer,
  Operation,
  Problems,
  createDto,
  defineService,
  listRoutes,
  type OpenApiDocument,
} from '@engawa/service-kit';
import { startTestSystem, type TestSystem } from '@engawa/testing';
import request from 'supertest';
import { z } from 'zod';
import { gateway } from '../index';
import { japaneseOperations } from './japanese/japanese-operations';
import { openPrefixes, prefixOf } from '../route-table';
import { refsOf } from './merge-documents';

const label = z.object({ id: z.string(), name: z.string() }).meta({ id: 'Label' });
const otherLabel = z.object({ id: z.string(), colour: z.string() }).meta({ id: 'Label' });
const labelled = z.object({ id: z.string(), label: otherLabel }).meta({ id: 'Labelled' });
class IdDto extends createDto(z.strictObject({ id: z.string() })) {}

@Controller()
class TimelineController {
  @Get('posts/:id')
  @Can('post.read')
  @Operation('getPost')
  @Answer(200, label)
  get(@Param() { id }: IdDto) {
    return { id, name: 'x' };
  }
  @Get('tasks/stray')
  @SignedIn()
  @Operation('strayOperation')
  @Answer(200, label)
  stray() {
    return { id: '1', name: 'x' };
  }
}
@Controller()
class TasksController {
  @Get('tasks/:id')
  @SignedIn()
  @Operation('getTask')
  @Answer(200, labelled)
  get(@Param() { id }: IdDto) {
    return { id, label: { id, colour: 'red' } };
  }
  @Post('tasks')
  @Public()
  @Operation('postTask')
  @Answer(204, null)
  @Problems('timeline.post.already-reminded')
  post() {}
}
@Module({ imports: [AuthModule.forRoot()], controllers: [TimelineController] })
class TimelineModule {}
@Module({ imports: [AuthModule.forRoot()], controllers: [TasksController] })
class TasksModule {}

const timeline = defineService({
  name: 'timeline',
  title: 'Posts',
  config: z.object({}),
  module: TimelineModule,
});
const tasks = defineService({
  name: 'tasks',
  title: 'Tasks',
  config: z.object({}),
  module: TasksModule,
});

describe('the document of the whole API', () => {
  let services: TestSystem;
  let system: TestSystem;
  let document: OpenApiDocument & { 'x-missing-services'?: string[] };

  beforeAll(async () => {
    services = await startTestSystem({ services: [timeline, tasks] });
    system = await startTestSystem({
      services: [gateway],
      env: {
        TIMELINE_URL: services.services['timeline']!.url,
        TASKS_URL: services.services['tasks']!.url,
        TARGET: 'timeline,tasks,search',
        // No server listens there.
        SEARCH_URL: 'http://127.0.0.1:9',
      },
    });
    const answer = await request(system.services['gateway']!.url).get('/api/openapi.json');
    expect(answer.status).toBe(200);
    document = answer.body as typeof document;
  });
  afterAll(async () => {
    await system.stop();
    await services.stop();
  });

  it('holds what every reachable service answers, and names the missing', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toEqual([
      '/api/v1/live',
      '/api/v1/posts/{id}',
      '/api/v1/tasks',
      '/api/v1/tasks/{id}',
    ]);
    expect(document['x-missing-services']).toEqual(['search']);
  });

  it('keeps two components of one name apart, and every reference leads somewhere', () => {
    const { schemas } = document.components;
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining(['Label', 'TasksLabel', 'Labelled']),
    );
    expect(refsOf(schemas['Labelled'])).toEqual(['TasksLabel']);
    for (const ref of refsOf(document)) expect(Object.keys(schemas)).toContain(ref);
    expect(JSON.stringify(document)).not.toContain('$defs');
  });

  it('names each operation once, with its parameters, answers and refusals', () => {
    const operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.values(item).map((operation) => ({ path, operation })),
    );
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, operation } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = (operation.parameters ?? []).filter((p) => p['in'] === 'path');
      expect(declared.map((p) => p['name'])).toEqual(inPath);
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['429', '500']));
    }
    const { responses } = document.paths['/api/v1/posts/{id}']!['get']!;
    expect(Object.keys(responses).sort()).toEqual(
      ['200', '304', '400', '401', '403', '429', '431', '500', '503', '504'].sort(),
    );
    const refused = document.components.responses!['Problem401'] as {
      description: string;
      content: Record<string, { examples: Record<string, { $ref: string }> }>;
    };
    expect(responses['401']).toEqual({ $ref: '#/components/responses/Problem401' });
    expect(refused.description).toContain('`auth.session-ended`');
    const { $ref } = refused.content['application/problem+json']!.examples['auth.session-ended']!;
    expect($ref).toBe('#/components/examples/auth.session-ended');
    expect(document.components.examples!['auth.session-ended']).toMatchObject({
      value: { status: 401, code: 'auth.session-ended' },
    });
  });

  it('declares Retry-After where a problem that is not 429 or 503 carries it', () => {
    const { responses } = document.paths['/api/v1/tasks']!['post']!;
    expect(responses['409']).toMatchObject({
      headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } },
    });
  });

  it('shows each answer by an example, and the headers that it carries', () => {
    const { responses } = document.paths['/api/v1/tasks/{id}']!['get']!;
    const { headers, content } = responses['200'] as unknown as {
      headers: Record<string, { $ref: string }>;
      content: Record<string, { example: unknown }>;
    };
    const example = content['application/json']!.example as Record<string, unknown>;
    expect(task.parse(example)).toEqual(example);
    expect(Object.keys(headers)).toEqual(expect.arrayContaining(['X-Request-Id', 'RateLimit']));
    for (const { $ref } of Object.values(headers))
      expect(Object.keys(document.components.headers!)).toContain($ref.split('/').at(-1));
  });

  it('lists every message that webhooks receive, with its schema', () => {
    expect(Object.keys(document.webhooks!)).toEqual([...webhookEvents, 'webhook.test']);
    expect(document.components.schemas['Webhook.tasks.task.created']).toMatchObject({
      properties: {
        data: { required: ['space', 'actor', 'version', 'postId', 'commentId', 'taskId'] },
      },
    });
  });

  it('is in Japanese where the texts exist, if asked for', async () => {
    const url = `${system.services['gateway']!.url}/api`;
    const japanese = await request(`${url}/openapi.json?language=ja`).get('');
    const { value } = japanese.body.components.examples['auth.session-ended'];
    expect(value.title).toMatch(/[ぁ-ん]/);
    expect(japanese.body.info.description).toMatch(/[ぁ-ん]/);
    expect(document.info.description).not.toMatch(/[ぁ-ん]/);
    const live = japanese.body.paths['/api/v1/live'].get;
    expect(live.summary).toBe('ライブ配信を開く');
    expect(live.description).toMatch(/^Server-Sent Eventsで、/);
    const page = (headers: Record<string, string>) => request(url).get('/docs').set(headers);
    expect((await page({ 'accept-language': 'ja' })).text).toContain('<html lang="ja">');
    expect((await page({ 'accept-language': 'en' })).text).toContain('<html lang="en">');
  });

  it('is sent compressed where that is taken, and not again while it is the same', async () => {
    const url = `${system.services['gateway']!.url}/api/openapi.json`;
    const ask = (headers: Record<string, string>) => fetch(url, { headers });
    const plain = await ask({ 'accept-encoding': 'identity' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    const small = await ask({ 'accept-encoding': 'gzip' });
    expect(small.headers.get('content-encoding')).toBe('gzip');
    expect(await small.text()).toBe(await plain.text());
    const etag = small.headers.get('etag')!;
    const again = await ask({ 'if-none-match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect((await ask({ 'if-none-match': '"another"' })).status).toBe(200);
  });

  it('lists routes with who may call them', () => {
    expect(listRoutes(document).map((r) => [r.operationId, r.method, r.access])).toEqual([
      ['openLiveStream', 'GET', 'session.read'],
      ['getPost', 'GET', 'post.read'],
      ['postTask', 'POST', 'public'],
      ['getTask', 'GET', 'signed-in'],
    ]);
  });

  it('can be browsed without resources of other hosts', async () => {
    const http = request(system.services['gateway']!.url);
    const page = await http.get('/api/docs');
    expect(page.headers['content-type']).toMatch(/^text\/html/);
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    const addresses = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, to]) => to!);
    expect(addresses.every((address) => address.startsWith('/'))).toBe(true);
    for (const address of addresses.filter((a) => a.startsWith('/api/docs/'))) {
      expect([address, (await http.get(address)).status]).toEqual([address, 200]);
    }
  });
});

describe('the reviewed document', () => {
  const file = path.join(__dirname, '../../../../libs/contracts/snapshots/openapi.json');
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as Pick<OpenApiDocument, 'paths'>;
  const operations = Object.values(paths).flatMap((item) =>
    Object.entries(item).map(([method, operation]) => ({ method, ...operation })),
  );

  it('says of every write that it may be contended', () => {
    const writes = operations.filter(({ method }) => method !== 'get');
    const silent = writes.filter(({ responses }) => !responses['409']);
    expect(writes.length).toBeGreaterThan(100);
    expect(silent.map(({ operationId }) => operationId)).toEqual([]);
  });

  it('asks for no scope that an API token cannot have', () => {
    const scopes = operations
      .flatMap(({ security }) => security as { apiToken?: string[] }[])
      .flatMap(({ apiToken }) => apiToken ?? []);
    expect(scopes.length).toBeGreaterThan(100);
    expect(scopes.filter((scope) => !apiTokenScope.safeParse(scope).success)).toEqual([]);
  });
});

describe('Japanese texts of operations', () => {
  const file = path.join(__dirname, '../../../../libs/contracts/snapshots/openapi.json');
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as Pick<OpenApiDocument, 'paths'>;
  const english = Object.values(paths).flatMap((item) => Object.values(item));
  const ids = english.map(({ operationId }) => operationId);

  it('exist for every operation, and for no other', () => {
    expect(Object.keys(japaneseOperations).sort()).toEqual([...ids].sort());
    for (const { summary, description } of Object.values(japaneseOperations)) {
      expect(summary).toMatch(/[ぁ-んァ-ヶ一-龠]/);
      expect(description).toMatch(/[ぁ-ん].*。$/);
    }
  });

  it.each(english)('name what the English ones name: $operationId', (operation) => {
    const japanese = japaneseOperations[operation.operationId]!.description;
    expect(namesIn(japanese, ids)).toEqual(namesIn(operation.description!, ids));
    const figures = operation.description!.match(/\d+/g) ?? [];
    expect(figures.filter((figure) => !japanese.includes(figure))).toEqual([]);
  });
});

/** The fields, values and operations that a description names. */
function namesIn(text: string, operationIds: string[]): string[] {
  const words: string[] = text.match(/[A-Za-z]+/g) ?? [];
  const named = words.filter((word) => operationIds.includes(word));
  return [...new Set([...(text.match(/`[^`]+`/g) ?? []), ...named])].sort();
}

describe('open prefixes', () => {
  it('hold every public operation that takes a body', () => {
    const file = path.join(__dirname, '../../../../libs/contracts/snapshots/openapi.json');
    const { paths } = JSON.parse(readFileSync(file, 'utf8')) as Pick<OpenApiDocument, 'paths'>;
    const open = Object.entries(paths).flatMap(([address, item]) =>
      Object.values(item)
        .filter(({ security, requestBody }) => requestBody && security?.length === 0)
        .map(() => prefixOf(address)),
    );
    expect(open.length).toBeGreaterThan(0);
    expect([...new Set(open)].filter((prefix) => !openPrefixes.has(prefix))).toEqual([]);
  });
});
