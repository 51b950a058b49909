import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FolderStore } from './folder-store';
import { S3Store } from './s3-store';
import { FileStoreUnavailableError } from './unavailable';

const open: Server[] = [];

async function storeThatAnswers(
  answer: (response: ServerResponse) => void,
  answerTimeoutMs?: number,
): Promise<S3Store> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => answer(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(server);
  return storeAt((server.address() as AddressInfo).port, answerTimeoutMs);
}

function storeAt(port: number, answerTimeoutMs?: number): S3Store {
  return new S3Store({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    bucket: 'engawa-test',
    accessKey: 'engawa',
    secretKey: 'engawa-test-only',
    answerTimeoutMs,
  });
}

const refusal = (status: number, code: string) => (response: ServerResponse) =>
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<Error><Code>${code}</Code><Message>refused</Message></Error>`);

const put = (store: S3Store) => store.put('space/a.txt', Buffer.from('a'), 'text/plain');

// The client of S3 announces its retry there.
beforeEach(() => jest.spyOn(console, 'warn').mockImplementation(() => undefined));
afterEach(() => {
  jest.restoreAllMocks();
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

describe('an S3 store that cannot store files now is reported as unavailable', () => {
  it.each([
    ['a full disk', refusal(507, 'XMinioStorageFull')],
    ['a server that starts', refusal(503, 'XMinioServerNotInitialized')],
    ['no answer', () => undefined],
    ['a closed connection', (response: ServerResponse) => response.destroy()],
  ])('with %s', async (_name, answer) => {
    const store = await storeThatAnswers(answer, 1_000);
    await expect(put(store)).rejects.toThrow(FileStoreUnavailableError);
  });

  it('with nothing on its port', async () => {
    const store = await storeThatAnswers(() => undefined);
    const { port } = open[0]!.address() as AddressInfo;
    await new Promise((resolve) => open.splice(0)[0]!.close(resolve));
    await expect(put(storeAt(port))).rejects.toThrow(FileStoreUnavailableError);
    await expect(store.find('space/a.txt')).rejects.toThrow(FileStoreUnavailableError);
  });
});

it('keeps errors that time does not heal', async () => {
  const store = await storeThatAnswers(refusal(403, 'AccessDenied'));
  await expect(put(store)).rejects.toMatchObject({ code: 'AccessDenied' });
});

it('reads a file for longer than the store may take to begin', async () => {
  const store = await storeThatAnswers((response) => {
    response.writeHead(200, { 'content-length': 2, 'content-type': 'text/plain', etag: '"a"' });
    if (response.req.method === 'HEAD') return response.end();
    response.write('a');
    return setTimeout(() => response.end('b'), 2_000);
  }, 1_000);
  const { stream } = await store.open('space/a.txt');
  expect(Buffer.concat(await stream.toArray()).toString()).toBe('ab');
});

it('keeps errors of a folder that time does not heal', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'engawa-files-'));
  try {
    await writeFile(path.join(folder, 'space'), 'a file in the place of a folder');
    const store = new FolderStore(folder);
    await expect(store.put('space/a.txt', Buffer.from('a'), 'text/plain')).rejects.toMatchObject({
      code: expect.stringMatching(/ENOTDIR|EEXIST/),
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});
