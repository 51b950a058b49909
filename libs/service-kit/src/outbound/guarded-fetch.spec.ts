import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseNetworks } from './address.rules';
import { RefusedAddress } from './guarded-agent';
import { GuardedFetch } from './guarded-fetch';

describe('asking addresses that people typed in', () => {
  let server: Server;
  let url: string;
  let asked: string[] = [];
  const open: GuardedFetch[] = [];
  const guard = (networks: string): GuardedFetch => {
    const made = new GuardedFetch(parseNetworks(networks));
    open.push(made);
    return made;
  };

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request.url!);
      if (request.url === '/away') response.writeHead(302, { location: '/secret' }).end();
      else if (request.url === '/endless') response.end(Buffer.alloc(600 * 1024));
      else response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":1}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    asked = [];
  });
  afterAll(async () => {
    await Promise.all(open.map((one) => one.close()));
    await new Promise((resolve) => server.close(resolve));
  });

  it('never reaches this machine unless an operator allows it', async () => {
    const port = new URL(url).port;
    for (const target of [`${url}/`, `https://127.0.0.1:${port}/`, `https://[::1]:${port}/`]) {
      await expect(guard('').fetch(target)).rejects.toBeInstanceOf(RefusedAddress);
    }
    expect(asked).toEqual([]);
    expect(await (await guard('127.0.0.0/8').fetch(`${url}/x`)).json()).toEqual({ a: 1 });
    expect(asked).toEqual(['/x']);
  });

  it('follows no redirect and reads no endless answer', async () => {
    const allowed = guard('127.0.0.1');
    expect((await allowed.fetch(`${url}/away`)).status).toBe(302);
    await expect(allowed.fetch(`${url}/endless`)).rejects.toThrow('too much');
    expect(asked).toEqual(['/away', '/endless']);
  });
});
