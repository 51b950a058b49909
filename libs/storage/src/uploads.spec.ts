import multipart from '@fastify/multipart';
import fastify from 'fastify';
import { readUpload, readUploads } from './uploads';

const MAX_BYTES = 1_000;
const missing = () => new Error('missing');
const empty = () => new Error('empty');
const tooLarge = () => new Error('too large');

const app = fastify();
beforeAll(async () => {
  await app.register(multipart);
  app.post('/many', async (request) => {
    const items = [];
    for await (const { fileName, content } of readUploads(request, {
      maxBytes: MAX_BYTES,
      maxFiles: 3,
    }))
      items.push([fileName, content?.length ?? null]);
    return items;
  });
  app.post('/one', async (request) => {
    const { fileName, content } = await readUpload(request, MAX_BYTES, {
      missing,
      tooLarge,
      empty,
    });
    return [fileName, content.length];
  });
  app.setErrorHandler((error: Error & { code?: string }, _request, reply) =>
    reply.send([error.code ?? error.message]),
  );
});
afterAll(() => app.close());

function part(fileName: string, content: string): string {
  const heading = `Content-Disposition: form-data; name="file"; filename="${fileName}"`;
  return `--x\r\n${heading}\r\n\r\n${content}\r\n`;
}

async function send(path: string, body: string, type = 'multipart/form-data; boundary=x') {
  const headers = { 'content-type': type };
  return (await app.inject({ method: 'POST', url: path, headers, body })).json<unknown>();
}

const full = 'a'.repeat(MAX_BYTES);

it('reads each file up to the limit, and goes on after a larger one', async () => {
  const parts = [part('a.txt', full), part('b.txt', `${full}a`), part('c.txt', 'short')];
  expect(await send('/many', `${parts.join('')}--x--\r\n`)).toEqual([
    ['a.txt', MAX_BYTES],
    ['b.txt', null],
    ['c.txt', 5],
  ]);
});

it.each([
  ['more files than allowed', part('a.txt', 'a').repeat(4), 'FST_FILES_LIMIT'],
  [
    'more fields than allowed',
    '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(21),
    'FST_FIELDS_LIMIT',
  ],
])('refuses %s', async (_what, parts, code) => {
  expect(await send('/many', `${parts}--x--\r\n`)).toEqual([code]);
});

it.each([
  ['without an end', '--x\r\nContent-Disp', undefined],
  ['with a file without an end', part('a.txt', 'a'), undefined],
  ['without a boundary', 'x', 'multipart/form-data'],
])('refuses a body %s as malformed', async (_what, body, type) => {
  expect(await send('/many', body, type)).toEqual(['request.body-malformed']);
});

it.each([
  ['one file', part('a.txt', 'a'), ['a.txt', 1]],
  ['no file', '', ['missing']],
  ['an empty file', part('a.txt', ''), ['empty']],
  ['a larger file', part('a.txt', `${full}a`), ['too large']],
  ['a name with control characters', part('a\u0007.txt', 'a'), ['request.invalid']],
])('reads the one file of a body: %s', async (_what, parts, answer) => {
  expect(await send('/one', `${parts}--x--\r\n`)).toEqual(answer);
});

it('finds no file in a body that is not multipart', async () => {
  expect(await send('/one', '{}', 'application/json')).toEqual(['missing']);
});
