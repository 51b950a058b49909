import { report } from './error-reporter';

interface Asked {
  url: string;
  init: RequestInit | undefined;
}

// External endpoints: the gateway's answer and the receiver.
let asked: Asked[];
let wanted: { url: string; environment: string | null } | null;

beforeEach(() => {
  asked = [];
  globalThis.fetch = (async (url: string, init?: RequestInit) => {
    asked.push({ url, init });
    const body = url === '/api/error-reporting' ? wanted : {};
    return { status: body ? 200 : 204, json: async () => body, headers: new Headers() };
  }) as typeof fetch;
});

it('says nothing to anyone where nobody wants to know', async () => {
  wanted = null;
  await report(new TypeError('first'));
  expect(asked.map(({ url }) => url)).toEqual(['/api/error-reporting']);
});

describe('where reports are wanted', () => {
  beforeEach(() => {
    wanted = { url: 'https://errors.example/api/2/envelope/', environment: 'production' };
    jest.resetModules();
  });

  async function fresh() {
    return (await import('./error-reporter')).report;
  }

  it('sends an error once, without its contents and without who it was', async () => {
    const send = await fresh();
    const error = new RangeError('no place for "山田 花子" (hanako@engawa.example)');
    await send(error);
    await send(error);
    expect(asked.map(({ url }) => url)).toEqual(['/api/error-reporting', wanted!.url]);
    const { init } = asked[1]!;
    expect(init).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' });
    const event = JSON.parse(String(init!.body).split('\n')[2]!);
    expect(event).toMatchObject({
      environment: 'production',
      release: expect.stringMatching(/^engawa@/),
      exception: { values: [{ type: 'RangeError' }] },
    });
    expect(JSON.stringify(event)).not.toMatch(/山田|hanako|localhost\/./);
    expect(event.exception.values[0].stacktrace.frames.length).toBeGreaterThan(0);
  });

  it('leaves out lost connections, given-up requests and what is no error', async () => {
    const send = await fresh();
    await send(new TypeError('Failed to fetch'));
    await send(new DOMException('The user aborted a request.', 'AbortError'));
    await send(undefined);
    await send('山田');
    expect(asked).toEqual([]);
  });

  it('stops after a few in a minute', async () => {
    const send = await fresh();
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) await send(new Error(name));
    expect(asked.filter(({ url }) => url === wanted!.url)).toHaveLength(5);
  });
});
