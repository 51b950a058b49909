import { createSocket, type Socket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request, type Agent } from 'undici';
import { parseNetworks } from './address.rules';
import { guardedAgent, RefusedAddress } from './guarded-agent';

const TYPE_A = 1;

/** A name server on loopback with A records; never answers for `silent` names. */
class NameServer {
  private readonly socket: Socket = createSocket('udp4');

  constructor(private readonly records: Record<string, readonly string[]>) {}

  async start(): Promise<Resolver> {
    this.socket.on('message', (query, from) => {
      const { name, end } = nameIn(query);
      if (name.startsWith('silent')) return;
      const known = query.readUInt16BE(end) === TYPE_A ? (this.records[name] ?? []) : [];
      this.socket.send(answerTo(query.subarray(0, end + 4), known), from.port, from.address);
    });
    await new Promise<void>((resolve) => this.socket.bind(0, '127.0.0.1', resolve));
    const resolver = new Resolver({ timeout: 60_000, tries: 1 });
    resolver.setServers([`127.0.0.1:${this.socket.address().port}`]);
    return resolver;
  }

  stop(): void {
    this.socket.close();
  }
}

/** The queried name, and where it ends. */
function nameIn(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.'), end: at + 1 };
}

function answerTo(query: Buffer, addresses: readonly string[]): Buffer {
  const head = Buffer.from(query);
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(addresses.length, 6);
  head.fill(0, 8, 12);
  const records = addresses.map((address) =>
    Buffer.from([0xc0, 12, 0, TYPE_A, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split('.').map(Number)]),
  );
  return Buffer.concat([head, ...records]);
}

describe('the agent for addresses that people typed in', () => {
  const names = new NameServer({
    'inside.example.com': ['127.0.0.1'],
    'both.example.com': ['203.0.114.9', '10.0.0.1'],
  });
  const agents: Agent[] = [];
  let resolver: Resolver;
  let server: Server;
  let port: number;

  beforeAll(async () => {
    resolver = await names.start();
    server = createServer((_request, response) => response.end('reached'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(async () => {
    await Promise.all(agents.map((agent) => agent.destroy()));
    names.stop();
    await new Promise((resolve) => server.close(resolve));
  });

  const ask = async (name: string, allowed = '') => {
    const agent = guardedAgent(parseNetworks(allowed), 2_000, resolver);
    agents.push(agent);
    const answer = await request(`http://${name}:${port}/`, { dispatcher: agent });
    return answer.body.text();
  };

  it('refuses public names that lead into a private network, wholly or in part', async () => {
    await expect(ask('inside.example.com')).rejects.toBeInstanceOf(RefusedAddress);
    await expect(ask('both.example.com')).rejects.toBeInstanceOf(RefusedAddress);
    expect(await ask('inside.example.com', '127.0.0.0/8')).toBe('reached');
  });

  it('says that a name is unknown', async () => {
    await expect(ask('nobody.example.com')).rejects.toMatchObject({ code: 'ENODATA' });
  });

  it('holds no thread of the process while a name server does not answer', async () => {
    let waiting = 40;
    const asked = Array.from({ length: waiting }, (_, n) =>
      ask(`silent${n}.example.com`).catch(() => (waiting -= 1)),
    );
    await readFile(__filename);
    expect(waiting).toBe(40);
    resolver.cancel();
    await Promise.all(asked);
    expect(waiting).toBe(0);
  });
});
