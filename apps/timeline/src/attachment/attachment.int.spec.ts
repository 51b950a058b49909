import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { type Attachment, FILE_MAX_BYTES, type Post } from '@engawa/contracts';
import { explainOf, inSystemScope } from '@engawa/persistence';
import { FILE_STORE, type FileStore } from '@engawa/storage';
import { eventually, type TestCaller, type TestService } from '@engawa/testing';
import sharp from 'sharp';
import request from 'supertest';
import { callersOf, startTimeline } from '../timeline.fixture';
import { AttachmentExpiryService } from './attachment-expiry.service';
import { AttachmentRepository } from './attachment.repository';

let service: TestService;
let callers: ReturnType<typeof callersOf>;
let picture: Buffer;

beforeAll(async () => {
  service = await startTimeline();
  callers = callersOf(service);
  picture = await pictureOf('#274B7A');
});
afterAll(() => service?.stop());

function pictureOf(background: string): Promise<Buffer> {
  return sharp({ create: { width: 1_200, height: 800, channels: 3, background } })
    .png()
    .toBuffer();
}

function send(content: Buffer, name: string, by: TestCaller = callers.writer) {
  return by.post('/attachments').attach('file', content, name);
}
async function uploaded(content: Buffer, name: string, by = callers.writer): Promise<Attachment> {
  return (await send(content, name, by).expect(201)).body;
}
const open = (url: string, by = callers.other) =>
  by
    .get(url.replace('/api/v1', ''))
    .buffer(true)
    .parse((answer, done) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => done(null, Buffer.concat(chunks)));
    });
async function post(attachmentIds: string[], memo = '', by = callers.writer): Promise<Post> {
  return (await by.post('/posts').send({ memo, attachmentIds }).expect(201)).body;
}
const stored = (...parts: string[]) => path.join(service.env['FILES_DIR']!, 'space-a', ...parts);

describe('a picture', () => {
  it('is sent, named by a post without a memo, and opened by its addresses', async () => {
    const file = await uploaded(picture, '会議 メモ.png');
    expect(file).toMatchObject({
      fileType: 'image/png',
      title: '会議 メモ.png',
      size: picture.length,
      width: 1_200,
      height: 800,
    });
    const made = await post([file.id]);
    expect(made).toMatchObject({ memo: '', attachments: [{ id: file.id }] });
    expect(made.photoUrl).toBe(made.attachments[0]!.url);

    const original = await open(made.attachments[0]!.url).expect(200);
    expect(Buffer.compare(original.body as Buffer, picture)).toBe(0);
    expect(original.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(picture.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(original.headers['content-disposition']).toMatch(/^inline; filename\*=UTF-8''%E4%BC%9A/);
    const thumb = await open(made.attachments[0]!.thumbUrl!).expect(200);
    expect(await sharp(thumb.body as Buffer).metadata()).toMatchObject({
      format: 'webp',
      width: 640,
    });
  });

  it('moves to the path of its post or comment', async () => {
    const [one, two, three] = [
      await uploaded(await pictureOf('#111111'), 'same.png'),
      await uploaded(await pictureOf('#222222'), 'same.png'),
      await uploaded(await pictureOf('#333333'), 'in-comment.png'),
    ];
    const made = await post([one.id, two.id]);
    const comment = (
      await callers.writer
        .post(`/posts/${made.id}/comments`)
        .send({ attachmentIds: [three.id] })
        .expect(201)
    ).body;
    await eventually(() => {
      const names = readdirSync(stored('posts', made.id)).filter((name) =>
        /^same.*png$/.test(name),
      );
      expect(names.sort()).toEqual([`same-${two.id.slice(-8)}.png`, 'same.png']);
      const inComment = stored('posts', made.id, 'comments', comment.id, 'in-comment.png');
      expect(existsSync(inComment)).toBe(true);
    });
    const read = (await callers.other.get(`/posts/${made.id}`).expect(200)).body as Post;
    const colours = await Promise.all(
      read.attachments.map(async ({ url }) => {
        const { body } = await open(url).expect(200);
        return (await sharp(body as Buffer).stats()).channels[0]!.mean;
      }),
    );
    expect(colours).toEqual([0x11, 0x22]);
    expect(existsSync(stored('drafts', one.id, 'same.png'))).toBe(false);
  });
});

describe('addresses', () => {
  const code = 'timeline.attachment.not-found';

  it('open nothing without a session of the space', async () => {
    const made = await post([(await uploaded(Buffer.from('ours'), 'a.txt')).id]);
    const { url } = made.attachments[0]!;
    expect(url).not.toContain('?');
    const unknown = url.replace(made.attachments[0]!.id, 'other');
    const without = await request(service.url).get(url).expect(401);
    expect(without.body.code).toBe('auth.required');
    const answers = [await open(url, callers.foreign), await open(unknown)];
    for (const { status, body } of answers) {
      expect([status, JSON.parse(body.toString())]).toMatchObject([404, { code }]);
    }
    await open(url.replace('/original', '/thumb')).expect(404);
    await open(url).expect(200);
  });

  it('are kept by the own cache alone, which asks each time', async () => {
    const made = await post([(await uploaded(picture, 'cached.png')).id]);
    const { url, thumbUrl } = made.attachments[0]!;
    const etags = new Set<string>();
    for (const address of [url, thumbUrl!]) {
      const { headers } = await open(address).expect(200);
      expect(headers['cache-control']).toBe('private, no-cache');
      etags.add(headers['etag']!);
      const again = await open(address).set('if-none-match', headers['etag']!).expect(304);
      expect(again.headers).toMatchObject({ etag: headers['etag'] });
      expect((again.body as Buffer).length).toBe(0);
      await open(address, callers.foreign).set('if-none-match', headers['etag']!).expect(404);
      await open(address).set('if-none-match', '"other"').expect(200);
    }
    expect(etags.size).toBe(2);
  });

  it('open what no post shows to its sender alone, and nothing that was deleted', async () => {
    const [kept, taken] = [
      await uploaded(Buffer.from('kept'), 'kept.txt'),
      await uploaded(Buffer.from('taken out'), 'taken.txt'),
    ];
    await open(kept.url).expect(404);
    await open(kept.url, callers.writer).expect(200);
    const made = await post([kept.id, taken.id], 'memo');
    await open(taken.url).expect(200);
    const change = { attachmentIds: [kept.id] };
    await callers.writer.patch(`/posts/${made.id}`).set('if-match', '*').send(change).expect(200);
    await open(taken.url).expect(404);
    const answer = await uploaded(Buffer.from('comment'), 'comment.txt');
    const path = `/posts/${made.id}/comments`;
    const comment = { attachmentIds: [answer.id] };
    const { body } = await callers.writer.post(path).send(comment).expect(201);
    await open(answer.url).expect(200);
    await callers.writer.delete(`${path}/${body.id}`).expect(204);
    await open(answer.url).expect(404);
    await callers.writer.post(`${path}/${body.id}/restore`).expect(200);
    await open(answer.url).expect(200);
    await callers.writer.delete(`/posts/${made.id}`).expect(204);
    for (const { url } of [kept, taken, answer]) {
      await open(url).expect(404);
      await open(url, callers.writer).expect(404);
      await open(url, callers.admin).expect(404);
    }
    await callers.writer.post(`/posts/${made.id}/restore`).expect(200);
    await open(kept.url).expect(200);
  });

  it('never let a browser run what was sent', async () => {
    const page = await uploaded(Buffer.from('<script>alert(1)</script>'), 'page.html');
    const drawing = await uploaded(
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      'x.svg',
    );
    for (const file of [page, drawing]) {
      expect(file.thumbUrl).toBeNull();
      const { headers } = await open(file.url, callers.writer).expect(200);
      expect(headers['content-type']).toBe('application/octet-stream');
      expect(headers['content-disposition']).toMatch(/^attachment/);
    }
  });
});

describe('refused', () => {
  it.each<[string, () => Promise<Buffer> | Buffer, string, number, string]>([
    [
      'a program as a picture',
      () => Buffer.from(`MZ${'\0'.repeat(100)}`),
      'cat.png',
      422,
      'disguised',
    ],
    ['a page as a picture', () => Buffer.from('<html>'), 'cat.jpg', 422, 'disguised'],
    ['a broken picture', () => picture.subarray(0, 80), 'cat.png', 422, 'unreadable'],
    ['an empty file', () => Buffer.alloc(0), 'a.txt', 400, 'missing'],
    ['more than 4 MB', () => Buffer.alloc(FILE_MAX_BYTES + 1, 'a'), 'a.txt', 413, 'too-large'],
    ['much more than 4 MB', () => Buffer.alloc(12_000_000, 'a'), 'a.txt', 413, 'too-large'],
  ])('%s', async (_what, content, name, status, code) => {
    const answer = await send(await content(), name).expect(status);
    expect(answer.body.code).toBe(`timeline.attachment.${code}`);
  });

  it('takes exactly 4 MB', async () => {
    expect((await uploaded(Buffer.alloc(FILE_MAX_BYTES, 'a'), 'a.txt')).size).toBe(FILE_MAX_BYTES);
  });

  it.each([
    ['no multipart body', 'application/json', '{}'],
    ['a body without an end', 'multipart/form-data; boundary=x', '--x\r\nContent-Disp'],
    ['a body without a boundary', 'multipart/form-data', 'x'],
    ['a body without a file', 'multipart/form-data; boundary=x', '--x--\r\n'],
  ])('%s', async (_what, type, body) => {
    const answer = await callers.writer.post('/attachments').set('content-type', type).send(body);
    expect(answer.status).toBe(400);
    expect(answer.body.code).toMatch(/^timeline\.attachment\.missing|request\./);
  });

  it('the same content twice in one post, whatever its name', async () => {
    const [one, two] = [await uploaded(picture, 'a.png'), await uploaded(picture, 'b.png')];
    const { body } = await callers.writer
      .post('/posts')
      .send({ attachmentIds: [one.id, two.id] })
      .expect(422);
    expect(body).toMatchObject({
      code: 'timeline.attachment.duplicate',
      errors: [{ pointer: '/body/attachmentIds/1' }],
    });
    await post([one.id]);
  });

  it("another staff member's file, another space's, and one that a post has already", async () => {
    const file = await uploaded(Buffer.from('mine'), 'mine.txt');
    const naming = (by: TestCaller) => by.post('/posts').send({ attachmentIds: [file.id] });
    await naming(callers.other).expect(422);
    await naming(callers.foreign).expect(422);
    await callers.other.delete(`/attachments/${file.id}`).expect(404);
    await naming(callers.writer).expect(201);
    await naming(callers.writer).expect(422);
    await callers.writer.delete(`/attachments/${file.id}`).expect(409);
  });

  it('a name with control characters', async () => {
    const body = [
      '--x',
      'Content-Disposition: form-data; name="file"; filename="a\u0007b.txt"',
      '',
      'content',
      '--x--',
      '',
    ].join('\r\n');
    const answer = await callers.writer
      .post('/attachments')
      .set('content-type', 'multipart/form-data; boundary=x')
      .send(body)
      .expect(400);
    expect(answer.body.errors).toMatchObject([
      { pointer: '/body/file', code: 'invalid-character' },
    ]);
  });

  it('sending without a token', async () => {
    const answer = await service.anonymous().post('/attachments').attach('file', picture, 'a.png');
    expect(answer.status).toBe(401);
  });
});

it('files are added to a post and taken out again; the last one only for a memo', async () => {
  const [one, two] = [
    await uploaded(Buffer.from('one'), 'one.txt'),
    await uploaded(Buffer.from('two'), 'two.txt'),
  ];
  const made = await post([one.id]);
  const change = (body: object) =>
    callers.writer.patch(`/posts/${made.id}`).set('if-match', '*').send(body);
  const both = (await change({ attachmentIds: [one.id, two.id] }).expect(200)).body as Post;
  expect(both.attachments.map(({ title }) => title)).toEqual(['one.txt', 'two.txt']);
  expect(both.editedAt).not.toBeNull();
  await change({ attachmentIds: [] }).expect(422);
  const none = (await change({ attachmentIds: [], memo: 'text' }).expect(200)).body as Post;
  expect(none.attachments).toEqual([]);
});

it('a file that nobody needs is dropped', async () => {
  const file = await uploaded(Buffer.from('drop me'), 'drop.txt');
  await callers.writer.delete(`/attachments/${file.id}`).expect(204);
  await open(file.url, callers.writer).expect(404);
  expect(existsSync(stored('drafts', file.id, 'drop.txt'))).toBe(false);
});

it('files leave some days after their post was deleted or shows them no more', async () => {
  const [one, two] = [
    await uploaded(Buffer.from('expire one'), 'one.txt'),
    await uploaded(Buffer.from('expire two'), 'two.txt'),
  ];
  const made = await post([one.id, two.id], 'memo');
  const expiry = service.running.app.get(AttachmentExpiryService);
  const repository = service.running.app.get(AttachmentRepository);
  const expiring = async () => {
    const files = await repository.findByIds('space-a', [one.id, two.id]);
    return files.filter((file) => file.expiresAt).map((file) => file.title);
  };
  await callers.writer
    .patch(`/posts/${made.id}`)
    .set('if-match', '*')
    .send({ attachmentIds: [one.id] })
    .expect(200);
  await eventually(async () => expect(await expiring()).toEqual(['two.txt']));
  await callers.writer.delete(`/posts/${made.id}`).expect(204);
  await eventually(async () => expect(await expiring()).toHaveLength(2));
  await callers.writer.post(`/posts/${made.id}/restore`).expect(200);
  await eventually(async () => expect(await expiring()).toEqual(['two.txt']));
  await expiry.dropExpired();
  await open(two.url, callers.writer).expect(200);
  await expiry.dropExpired(new Date(Date.now() + 8 * 24 * 3_600_000));
  await open(two.url, callers.writer).expect(404);
  await open(one.url).expect(200);
  expect(existsSync(stored('posts', made.id, 'two.txt'))).toBe(false);
  expect(existsSync(stored('posts', made.id, 'one.txt'))).toBe(true);
});

const daysAhead = (days: number) => new Date(Date.now() + days * 24 * 3_600_000);
const record = (id: string) =>
  service.running.app.get(AttachmentRepository).findById('space-a', id);

describe('a file that nothing uses', () => {
  const dropExpired = (days: number) =>
    service.running.app.get(AttachmentExpiryService).dropExpired(daysAhead(days));
  const save = (draftId: string, revision: number, attachmentIds: string[]) =>
    callers.writer
      .put(`/drafts/${draftId}`)
      .send({ revision, memo: 'draft', attachmentIds })
      .expect(200);

  it('is removed some days after the draft that it was taken out of was sent', async () => {
    const [taken, sent] = [
      await uploaded(Buffer.from('taken out of the draft'), 'taken.txt'),
      await uploaded(Buffer.from('sent with the draft'), 'sent.txt'),
    ];
    await save('draft-sent', 1, [taken.id, sent.id]);
    await save('draft-sent', 2, [sent.id]);
    const content = { memo: 'sent', attachmentIds: [sent.id], draftId: 'draft-sent' };
    await callers.writer.post('/posts').send(content).expect(201);
    await dropExpired(6);
    await open(taken.url, callers.writer).expect(200);
    await dropExpired(8);
    await open(taken.url, callers.writer).expect(404);
    expect(await record(taken.id)).toBeNull();
    expect(existsSync(stored('drafts', taken.id, 'taken.txt'))).toBe(false);
    await open(sent.url).expect(200);
  });

  it('is removed some days after its upload for a draft that was never saved', async () => {
    const { body } = await callers.writer
      .post('/attachments?draftId=draft-never-saved')
      .attach('file', Buffer.from('never saved'), 'never.txt')
      .expect(201);
    await dropExpired(8);
    expect(await record(body.id)).toBeNull();
  });

  it('is kept while an open draft has it, also one that got it back', async () => {
    const file = await uploaded(Buffer.from('put back'), 'back.txt');
    await save('draft-open', 1, [file.id]);
    await save('draft-open', 2, []);
    await save('draft-open', 3, [file.id]);
    await dropExpired(8);
    await save('draft-other', 1, [file.id]);
    await save('draft-other', 2, []);
    await dropExpired(16);
    await open(file.url, callers.writer).expect(200);
    await post([file.id]);
    await dropExpired(24);
    await open(file.url).expect(200);
  });

  it('is found by an index', async () => {
    await uploaded(Buffer.from('loose'), 'loose.txt');
    const repository = service.running.app.get(AttachmentRepository);
    const plan = await inSystemScope('a test of a plan', () =>
      explainOf(repository.unclaimedQuery(daysAhead(8), 20)),
    );
    expect(plan).toMatchObject({ index: 'loose' });
    expect(plan.stages).not.toContain('SORT');
    expect(plan.docsExamined).toBeLessThanOrEqual(20);
  });
});

describe('a file whose upload was interrupted', () => {
  const loose = () => readdirSync(stored('drafts'));

  /** Ends an upload right after its file is stored, as a killed process would. */
  async function interrupted(content: Buffer, name: string, key: string): Promise<string> {
    const before = new Set(loose());
    const files = service.running.app.get<FileStore>(FILE_STORE);
    const put = files.put.bind(files);
    const spy = jest.spyOn(files, 'put').mockImplementation(async (...file) => {
      await put(...file);
      // Files of earlier tests may still be on their way.
      if (file[0].endsWith(name)) throw new Error('interrupted');
    });
    await send(content, name).set('idempotency-key', key).expect(500);
    spy.mockRestore();
    return loose().find((id) => !before.has(id))!;
  }

  it('is removed some days later', async () => {
    const id = await interrupted(Buffer.from('cut off'), 'cut.txt', 'upload-cut-off');
    expect(existsSync(stored('drafts', id, 'cut.txt'))).toBe(true);
    await service.running.app.get(AttachmentExpiryService).dropExpired(daysAhead(8));
    expect(existsSync(stored('drafts', id, 'cut.txt'))).toBe(false);
  });

  it('is whole when the same request is sent again', async () => {
    await interrupted(picture, 'again.png', 'upload-again-png');
    const send = () =>
      callers.writer
        .post('/attachments')
        .attach('file', picture, 'again.png')
        .set('idempotency-key', 'upload-again-png');
    const { body } = await send();
    await open(body.thumbUrl, callers.writer).expect(200);
    await post([body.id]);
    expect((await send()).body).toMatchObject({ id: body.id });
    await open(body.url).expect(200);
  });
});

describe('a file whose removal was interrupted', () => {
  /** Fails the first removal from the file store that `isIt` matches, as a killed process would. */
  function interruptRemoval(isIt: (key: string) => boolean): jest.SpyInstance {
    const files = service.running.app.get<FileStore>(FILE_STORE);
    const remove = files.remove.bind(files);
    let interrupted = false;
    return jest.spyOn(files, 'remove').mockImplementation(async (key) => {
      if (!interrupted && isIt(key)) {
        interrupted = true;
        throw new Error('interrupted');
      }
      return remove(key);
    });
  }

  it('leaves no copy where it was before it moved to its post', async () => {
    const file = await uploaded(picture, 'moved.png');
    const spy = interruptRemoval((key) => key.includes(file.id));
    try {
      const made = await post([file.id]);
      await eventually(async () => {
        expect(existsSync(stored('posts', made.id, 'moved.png'))).toBe(true);
        expect(existsSync(stored('drafts', file.id, 'moved.png'))).toBe(false);
        expect(await record(file.id)).toMatchObject({ settled: true });
        expect(await record(file.id)).not.toHaveProperty('formerKeys');
      });
      await open(file.url).expect(200);
    } finally {
      spy.mockRestore();
    }
  });

  it('is removed later when it was unused, and cannot be used until then', async () => {
    const file = await uploaded(Buffer.from('unused'), 'unused.txt');
    const spy = interruptRemoval((key) => key.includes(file.id));
    try {
      await callers.writer.delete(`/attachments/${file.id}`).expect(500);
    } finally {
      spy.mockRestore();
    }
    expect(existsSync(stored('drafts', file.id, 'unused.txt'))).toBe(true);
    await open(file.url, callers.writer).expect(404);
    await callers.writer
      .post('/posts')
      .send({ attachmentIds: [file.id] })
      .expect(422);
    const draft = { revision: 1, memo: 'draft', attachmentIds: [file.id] };
    const { body } = await callers.writer.put('/drafts/draft-of-unused').send(draft).expect(200);
    expect(body.attachments).toEqual([]);
    const expiry = service.running.app.get(AttachmentExpiryService);
    await expiry.dropExpired();
    expect(existsSync(stored('drafts', file.id, 'unused.txt'))).toBe(false);
    expect(await record(file.id)).toBeNull();
  });

  it('is removed later when it had expired', async () => {
    const file = await uploaded(Buffer.from('expired'), 'expired.txt');
    const made = await post([file.id], 'memo');
    const there = () => existsSync(stored('posts', made.id, 'expired.txt'));
    await eventually(() => expect(there()).toBe(true));
    await callers.writer.delete(`/posts/${made.id}`).expect(204);
    await eventually(async () => expect((await record(file.id))?.expiresAt).toBeDefined());
    const expiry = service.running.app.get(AttachmentExpiryService);
    const spy = interruptRemoval((key) => key.includes(made.id));
    try {
      await expect(expiry.dropExpired(daysAhead(8))).rejects.toThrow('interrupted');
    } finally {
      spy.mockRestore();
    }
    expect(there()).toBe(true);
    await expiry.dropExpired(daysAhead(9));
    expect(there()).toBe(false);
    expect(await record(file.id)).toBeNull();
  });
});
