import { Body, Controller, Get, Module, Param, Patch, Post, Query } from '@nestjs/common';
import request from 'supertest';
import { z } from 'zod';
import {
  Answer,
  IfMatch,
  Operation,
  ProblemError,
  Problems,
  createDto,
  currentContext,
  defineService,
  startManagement,
  startService,
  type RunningService,
} from './index';

const note = z
  .object({ id: z.string(), version: z.int(), memo: z.string(), at: z.iso.datetime().nullable() })
  .meta({ id: 'Note' });
const createNote = z.strictObject({
  memo: z.string().min(1).max(20),
  email: z.email().optional(),
  at: z.iso.datetime({ offset: true }).nullable().default(null),
  tags: z.array(z.string()).max(2).default([]),
  kind: z.enum(['a', 'b']).default('a'),
});
class CreateNoteDto extends createDto(createNote) {}
class ListNotesDto extends createDto(
  z.strictObject({ limit: z.coerce.number().int().min(1).max(50).default(10) }),
) {}
class NoteIdDto extends createDto(z.strictObject({ id: z.string().regex(/^[a-z0-9]+$/) })) {}

@Controller('notes')
class NoteController {
  @Post()
  @Operation('createNote', { summary: 'Write a note' })
  @Answer(201, note, { minimal: true })
  create(@Body() input: CreateNoteDto) {
    return { id: 'n1', version: 3, memo: input.memo, at: input.at, secret: 'never' };
  }

  @Get()
  @Operation('listNotes')
  @Answer(200, z.object({ items: z.array(note), limit: z.int() }))
  list(@Query() query: ListNotesDto) {
    return {
      items: [{ id: 'n1', version: 1, memo: 'x', at: null, _id: 'mongo' }],
      limit: query.limit,
    };
  }

  @Get('context')
  @Operation('getContext')
  @Answer(200, z.object({ traceId: z.string(), requestId: z.string() }))
  async context() {
    await new Promise((resolve) => setTimeout(resolve, 5));
    const { traceId, requestId } = currentContext()!;
    return { traceId, requestId };
  }

  @Get('broken')
  @Operation('breakNote')
  @Answer(200, null)
  broken() {
    throw new TypeError('the password of the database is hunter2');
  }

  @Get(':id')
  @Operation('getNote')
  @Answer(200, note)
  @Problems('tasks.task.not-found')
  get(@Param() { id }: NoteIdDto) {
    throw new ProblemError('tasks.task.not-found', { params: { id } });
  }

  @Patch(':id')
  @Operation('updateNote')
  @Answer(200, note)
  update(
    @Param() { id }: NoteIdDto,
    @IfMatch() version: number | null,
    @Body() input: CreateNoteDto,
  ) {
    if (version !== null && version !== 3) {
      throw new ProblemError('request.stale-version', { current: { id, version: 3 } });
    }
    return { id, version: 4, memo: input.memo, at: null };
  }
}

@Module({ controllers: [NoteController] })
class NotesModule {}

const notes = defineService({ name: 'notes', config: z.object({}), module: NotesModule });

describe('a service', () => {
  let service: RunningService;
  let http: ReturnType<typeof request>;
  /** Methods that supertest does not know. */
  const askBy = (method: string) => answerTo(method) as unknown as request.Test;
  const answerTo = async (method: string) => {
    const answer = await fetch(`${service.url}/api/v1/notes`, { method });
    const headers = Object.fromEntries(answer.headers);
    return { status: answer.status, headers, body: (await answer.json()) as never };
  };

  beforeAll(async () => {
    service = await startService(notes, { env: { LOG_LEVEL: 'silent' }, port: 0 });
    http = request(service.url);
  });
  afterAll(() => service.stop());

  it('answers by schema, with an ETag', async () => {
    const answer = await http.post('/api/v1/notes').send({ memo: 'こんにちは' });
    expect(answer.status).toBe(201);
    expect(answer.headers['etag']).toBe('"3"');
    expect(answer.body).toEqual({ id: 'n1', version: 3, memo: 'こんにちは', at: null });
    const list = await http.get('/api/v1/notes').query({ limit: '5' });
    expect(list.body).toEqual({ items: [{ id: 'n1', version: 1, memo: 'x', at: null }], limit: 5 });
  });

  it('names each wrong place of a body', async () => {
    const answer = await http
      .post('/api/v1/notes')
      .set('accept-language', 'en-GB,en;q=0.9')
      .send({
        memo: { $ne: null },
        email: 'nobody',
        at: 'yesterday',
        tags: ['a', 'b', 'c'],
        kind: 'z',
        unknown: 1,
      });
    expect(answer.status).toBe(400);
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(answer.body).toMatchObject({
      type: 'urn:engawa:problem:request.invalid',
      code: 'request.invalid',
      status: 400,
      title: 'The input is not valid',
      instance: '/api/v1/notes',
      requestId: answer.headers['x-request-id'],
    });
    const errors = answer.body.errors as { pointer: string; code: string; detail: string }[];
    expect(errors.map((e) => [e.pointer, e.code]).sort()).toEqual([
      ['/body/at', 'invalid-instant'],
      ['/body/email', 'invalid-email'],
      ['/body/kind', 'invalid-value'],
      ['/body/memo', 'invalid-type'],
      ['/body/tags', 'too-many'],
      ['/body/unknown', 'unknown-field'],
    ]);
    expect(errors.find((e) => e.code === 'too-many')?.detail).toBe('At most 2 items');
  });

  it('answers in Japanese unless asked otherwise, and the cookie takes precedence', async () => {
    const title = async (headers: Record<string, string>) =>
      ((await http.post('/api/v1/notes').set(headers).send({})).body as { title: string }).title;
    expect(await title({})).toBe('入力内容に誤りがあります');
    expect(await title({ 'accept-language': 'fr, en;q=0.5, ja;q=0.4' })).toBe(
      'The input is not valid',
    );
    expect(await title({ 'accept-language': 'en', cookie: 'a=b; i18n_redirected=ja' })).toBe(
      '入力内容に誤りがあります',
    );
  });

  it.each([
    ['a missing body', {}, 400, '/body/memo', 'missing'],
    ['an empty text', { memo: '' }, 400, '/body/memo', 'too-short'],
    ['a long text', { memo: 'x'.repeat(21) }, 400, '/body/memo', 'too-long'],
  ])('refuses %s', async (_what, body, status, pointer, code) => {
    const answer = await http.post('/api/v1/notes').send(body);
    expect(answer.status).toBe(status);
    expect(answer.body.errors).toEqual([expect.objectContaining({ pointer, code })]);
  });

  const unclean = ['\u0000', '\u0007', '\u000b', '\u007f', '\u0085'];
  it.each([...unclean, '\ud800', '\udc00\ud800'])('refuses %j wherever it stands', async (text) => {
    const send = (body: object) => http.post('/api/v1/notes').send(body).expect(400);
    const places: [object, string][] = [
      [{ memo: `${text}a` }, '/body/memo'],
      [{ memo: text }, '/body/memo'],
      [{ memo: 'a', tags: ['b', `c${text}`] }, '/body/tags/1'],
      [{ memo: 'a', kind: text }, '/body/kind'],
    ];
    for (const [body, pointer] of places) {
      const answer = await send(body);
      expect(answer.body).toMatchObject({
        code: 'request.invalid',
        errors: [{ pointer, code: 'invalid-character' }],
      });
    }
    await send({ memo: 'a', [`b${text}`]: 1 });
  });

  it.each(unclean)('refuses %j in query and path', async (text) => {
    const encoded = encodeURIComponent(text);
    const query = await http.get(`/api/v1/notes?limit=1${encoded}`).expect(400);
    expect(query.body.errors).toMatchObject([
      { pointer: '/query/limit', code: 'invalid-character' },
    ]);
    const path = await http.get(`/api/v1/notes/a${encoded}`).expect(400);
    expect(path.body.errors).toMatchObject([{ pointer: '/path/id', code: 'invalid-character' }]);
  });

  it.each(['%', '%f', '%ff', '%ed%a0%80', '%c0%80'])('refuses %s in a query', async (text) => {
    const { body } = await http.get(`/api/v1/notes?limit=${text}`).expect(400);
    expect(body.code).toBe('request.uri-malformed');
  });

  it('keeps tabs, line breaks and characters beyond the basic plane', async () => {
    const memo = 'a\r\n\tb 𠮷 👨‍👩';
    const { body } = await http.post('/api/v1/notes').send({ memo }).expect(201);
    expect(body.memo).toBe(memo);
  });

  describe('the charset of a body', () => {
    const send = (type: string, bytes: Buffer) =>
      http
        .post('/api/v1/notes')
        .set('content-type', type)
        .serialize((body: unknown) => body as never)
        .send(bytes);
    const body = JSON.stringify({ memo: '縁側' });

    it.each(['utf-8', 'UTF-8', 'utf8', '"utf-8"'])('may be named: %s', async (charset) => {
      const answer = await send(`application/json; charset=${charset}`, Buffer.from(body));
      expect([answer.status, answer.body.memo]).toEqual([201, '縁側']);
    });

    it('may have a byte order mark', async () => {
      const answer = await send('application/json', Buffer.from(`\ufeff${body}`));
      expect([answer.status, answer.body.memo]).toEqual([201, '縁側']);
    });

    it.each(['shift_jis', 'euc-jp', 'utf-16', 'iso-8859-1', '', 'utf-8x'])(
      'is refused where it is not UTF-8: %s',
      async (charset) => {
        const type = `application/json; charset=${charset}`;
        const answer = await send(type, Buffer.from(body));
        expect([answer.status, answer.body.code]).toEqual([415, 'request.media-type-unsupported']);
      },
    );

    it.each([
      ['Shift_JIS', Buffer.from([0x89, 0x8f, 0x91, 0xa4])],
      ['a cut-off character', Buffer.from('縁').subarray(0, 2)],
      ['an encoded surrogate', Buffer.from([0xed, 0xa0, 0x80])],
      ['an overlong NUL', Buffer.from([0xc0, 0x80])],
    ])('is not guessed for bytes that are no UTF-8: %s', async (_what, bytes) => {
      const sent = Buffer.concat([Buffer.from('{"memo":"'), bytes, Buffer.from('"}')]);
      const answer = await send('application/json', sent);
      expect([answer.status, answer.body.code]).toEqual([400, 'request.body-malformed']);
    });
  });

  it('points into query and path', async () => {
    const query = await http.get('/api/v1/notes').query({ limit: '0', more: '1' });
    expect(query.body.errors.map((e: { pointer: string }) => e.pointer).sort()).toEqual([
      '/query/limit',
      '/query/more',
    ]);
    const path = await http.get('/api/v1/notes/%24ne');
    expect(path.body.errors[0]).toMatchObject({ pointer: '/path/id', code: 'invalid-format' });
  });

  it.each<[string, () => request.Test, number, string]>([
    [
      'malformed JSON',
      () => http.post('/api/v1/notes').type('json').send('{"memo": '),
      400,
      'request.body-malformed',
    ],
    [
      'a poisoned prototype',
      () => http.post('/api/v1/notes').type('json').send('{"__proto__":{"a":1},"memo":"x"}'),
      400,
      'request.body-malformed',
    ],
    [
      'JSON that is 5,000 levels deep',
      () =>
        http
          .post('/api/v1/notes')
          .type('json')
          .send('{"memo":'.repeat(5_000) + '1' + '}'.repeat(5_000)),
      400,
      'request.body-malformed',
    ],
    [
      'another media type',
      () => http.post('/api/v1/notes').type('application/xml').send('<a/>'),
      415,
      'request.media-type-unsupported',
    ],
    [
      'a form',
      () => http.post('/api/v1/notes').type('form').send({ memo: 'x' }),
      415,
      'request.media-type-unsupported',
    ],
    [
      'plain text',
      () => http.post('/api/v1/notes').type('text/plain').send('x'),
      415,
      'request.media-type-unsupported',
    ],
    [
      'a memo of 1 MB',
      () => http.post('/api/v1/notes').send({ memo: 'x'.repeat(1_048_576) }),
      413,
      'request.body-too-large',
    ],
    ['an unknown route', () => http.get('/api/v1/nothing'), 404, 'request.route-not-found'],
    ['a route outside', () => http.get('/nothing'), 404, 'request.route-not-found'],
    ['the method QUERY', () => askBy('QUERY'), 405, 'request.method-not-allowed'],
    ['a method that HTTP knows', () => askBy('PROPFIND'), 405, 'request.method-not-allowed'],
    ['another method', () => http.delete('/api/v1/notes'), 405, 'request.method-not-allowed'],
    [
      'another method of one',
      () => http.put('/api/v1/notes/n1'),
      405,
      'request.method-not-allowed',
    ],
    ['a malformed address', () => http.get('/api/v1/notes/%zz'), 400, 'request.uri-malformed'],
    [
      'a body that is no object',
      () => http.post('/api/v1/notes').type('json').send('[1]'),
      400,
      'request.invalid',
    ],
    ['no body', () => http.post('/api/v1/notes'), 400, 'request.invalid'],
    ['an own problem', () => http.get('/api/v1/notes/n1'), 404, 'tasks.task.not-found'],
    [
      'no If-Match',
      () => http.patch('/api/v1/notes/n1').send({ memo: 'x' }),
      428,
      'request.if-match-missing',
    ],
    [
      'a wrong If-Match',
      () => http.patch('/api/v1/notes/n1').set('if-match', 'seven').send({ memo: 'x' }),
      400,
      'request.if-match-invalid',
    ],
  ])('%s is a problem with its code', async (_what, ask, status, code) => {
    const answer = await ask();
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(answer.body.requestId).toBe(answer.headers['x-request-id']);
  });

  it('names the methods of a path in 405', async () => {
    const { headers } = await http.put('/api/v1/notes/n1?deep=true');
    expect(headers['allow']).toBe('GET, HEAD, PATCH');
  });

  it('refuses a stale version with the current one', async () => {
    const stale = await http.patch('/api/v1/notes/n1').set('if-match', '"2"').send({ memo: 'x' });
    expect([stale.status, stale.body.current]).toEqual([412, { id: 'n1', version: 3 }]);
    const fresh = await http.patch('/api/v1/notes/n1').set('if-match', 'W/"3"').send({ memo: 'x' });
    expect([fresh.status, fresh.headers['etag']]).toEqual([200, '"4"']);
  });

  it('answers 304 where the caller has the answer', async () => {
    const ask = (known: string) => http.get('/api/v1/notes?limit=5').set('if-none-match', known);
    const first = await ask('"other"');
    const etag = first.headers['etag']!;
    expect([first.status, etag]).toEqual([200, expect.stringMatching(/^W\/"/)]);
    for (const known of [etag, `"other", ${etag.slice(2)}`, '*']) {
      const again = await ask(known);
      expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', etag]);
    }
    const other = await http.get('/api/v1/notes?limit=6').set('if-none-match', etag);
    expect(other.status).toBe(200);
  });

  it('takes the ETag of an answer to GET as If-Match', async () => {
    const change = (etag: string) =>
      http.patch('/api/v1/notes/n1').set('if-match', etag).send({ memo: 'x' });
    expect((await change('"3.a-hash_16"')).status).toBe(200);
    expect((await change('W/"2.a-hash_16"')).status).toBe(412);
    expect((await change('"3."')).status).toBe(400);
  });

  it('takes any version for *', async () => {
    const any = await http.patch('/api/v1/notes/n1').set('if-match', '*').send({ memo: 'x' });
    expect(any.status).toBe(200);
  });

  it('answers a write without a body where the caller prefers that', async () => {
    const write = (prefer: string) =>
      http.post('/api/v1/notes').set('prefer', prefer).send({ memo: 'こんにちは' });
    const minimal = await write('respond-async, return=minimal');
    expect([minimal.status, minimal.text]).toEqual([201, '']);
    expect(minimal.headers).toMatchObject({
      etag: '"3"',
      location: '/api/v1/notes/n1',
      'preference-applied': 'return=minimal',
    });
    expect((await write('return=representation')).body).toMatchObject({ id: 'n1' });
  });

  it('never shows what an unexpected error says', async () => {
    const answer = await http.get('/api/v1/notes/broken').set('x-request-id', 'request-4711');
    expect(answer.status).toBe(500);
    expect(answer.body).toMatchObject({ code: 'internal.unexpected', requestId: 'request-4711' });
    expect(answer.text).not.toContain('hunter2');
  });

  it('keeps the trace of the caller', async () => {
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const answer = await http
      .get('/api/v1/notes/context')
      .set('traceparent', `00-${trace}-00f067aa0ba902b7-01`)
      .set('x-request-id', 'abc-12345');
    expect(answer.body).toEqual({ traceId: trace, requestId: 'abc-12345' });
  });

  it('reports health and metrics', async () => {
    expect((await http.get('/health/live')).status).toBe(200);
    expect((await http.get('/health/ready')).body).toEqual({ status: 'ok' });
    const management = await startManagement([service], { host: '127.0.0.1', port: 0 });
    try {
      const figures = await request(management.url).get('/metrics');
      expect(figures.text).toMatch(
        /engawa_http_request_seconds_count\{service="notes",method="POST",route="\/api\/v1\/notes",status="201"\}/,
      );
      const ready = await request(management.url).get('/health/ready');
      expect(ready.body).toEqual({
        status: 'ok',
        services: { notes: { status: 'ok', checks: {} } },
      });
      await request(management.url).get('/api/v1/notes').expect(404);
    } finally {
      await management.stop();
    }
  });

  it('does not serve metrics on the port for requests', async () => {
    expect((await http.get('/metrics')).status).toBe(404);
  });

  it('describes itself in OpenAPI 3.1', async () => {
    const { body } = await http.get('/openapi.json');
    expect(body.openapi).toBe('3.1.0');
    expect(Object.keys(body.paths)).toContain('/api/v1/notes/{id}');
    const create = body.paths['/api/v1/notes'].post;
    expect(create.operationId).toBe('createNote');
    expect(create.responses['201'].content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/Note',
    });
    expect(create.requestBody.content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/CreateNoteInput',
    });
    expect(body.components.schemas.CreateNoteInput).toMatchObject({
      required: ['memo'],
      additionalProperties: false,
    });
    expect(Object.keys(create.responses).sort()).toEqual(
      ['201', '400', '401', '403', '409', '413', '415', '429', '500'].sort(),
    );
    expect(body.components.schemas.Problem.properties.code).toBeDefined();
  });
});
