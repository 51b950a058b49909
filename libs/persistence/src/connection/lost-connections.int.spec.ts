import diagnostics from 'node:diagnostics_channel';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import tls from 'node:tls';
import { Logger } from '@nestjs/common';
import { mongoForTest, type MongoForTest } from '../testing/mongo-for-test';
import { Database } from './database';

Logger.overrideLogger(false);

/** TLS without certificates: neither side proves who it is. */
const anonymous = 'AECDH-AES256-SHA:@SECLEVEL=0';

/** A proxy between clients and the database that ends connections like a killed process. */
class KillableProxy {
  private readonly clients = new Set<Socket>();
  private readonly server: Server;
  private swallowed: ((client: Socket) => void) | null = null;

  constructor(
    private readonly target: URL,
    withTls: boolean,
  ) {
    const accept = (client: Socket): void => {
      const upstream = connect(Number(target.port), target.hostname);
      this.clients.add(client);
      client.on('data', (chunk) => {
        if (this.swallowed) this.swallowed(client);
        else upstream.write(chunk);
      });
      upstream.on('data', (chunk) => void client.write(chunk));
      for (const [one, other] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        one.on('error', () => undefined).on('close', () => other.destroy());
      }
      client.on('close', () => this.clients.delete(client));
    };
    this.server = withTls
      ? tls.createServer({ ciphers: anonymous, maxVersion: 'TLSv1.2' }, accept)
      : createServer(accept);
  }

  async listen(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    const uri = new URL(this.target);
    uri.port = String((this.server.address() as AddressInfo).port);
    return uri.href;
  }

  /** Drops requests until `asking` clients have sent one, then ends all connections. */
  async endUnderWay(asking: number): Promise<void> {
    const asked = new Set<Socket>();
    await new Promise<void>((resolve) => {
      this.swallowed = (client) => {
        if (asked.add(client).size === asking) resolve();
      };
    });
    this.swallowed = null;
    this.endConnections();
  }

  /** Ends all connections in one event-loop tick, the oldest first. */
  private endConnections(): void {
    for (const client of this.clients) client.destroy();
  }

  async close(): Promise<void> {
    this.server.close();
    this.endConnections();
    await once(this.server, 'close');
  }
}

const tlsOptions = `&tls=true&tlsInsecure=true&ciphers=${encodeURIComponent(anonymous)}`;

describe.each([
  ['', false, ''],
  ['TLS ', true, tlsOptions],
])('a database whose %sconnections all end at once', (_name, withTls, moreOptions) => {
  let mongo: MongoForTest;
  let proxy: KillableProxy;
  let databases: Database[];

  beforeAll(async () => {
    mongo = await mongoForTest();
    proxy = new KillableProxy(new URL(mongo.uri), withTls);
    // Monitors check immediately, so that no check is delayed until the connections are gone. A busy
    // machine may need more than the usual time to connect again; who hangs never does.
    const options =
      'directConnection=true&minHeartbeatFrequencyMS=1&serverSelectionTimeoutMS=20000';
    const uri = `${await proxy.listen()}?${options}${moreOptions}`;
    databases = Array.from({ length: 10 }, (_none, count) => new Database(uri, `lost_${count}`));
    await Promise.all(databases.map((database) => database.open()));
  });

  afterAll(async () => {
    await Promise.all(databases.map((database) => database.close()));
    await proxy.close();
    await mongo.stop();
  });

  it('is found again by every client, whatever was under way', async () => {
    const read = (database: Database) => database['connection'].collection('things').findOne({});
    for (let round = 0; round < 3; round += 1) {
      await Promise.all(databases.map(read));
      const ended = proxy.endUnderWay(databases.length);
      await Promise.all([ended, ...databases.map(read)]);
    }
  });
});

it('watches no sockets of the process before a database opens and after the last is closed', async () => {
  const mongo = await mongoForTest();
  const original = tls.connect;
  const channel = diagnostics.channel('net.client.socket');
  const isWatching = () => [tls.connect !== original, channel.hasSubscribers];
  expect(isWatching()).toEqual([false, false]);
  const [one, other] = [new Database(mongo.uri, 'one'), new Database(mongo.uri, 'other')];
  await Promise.all([one.open(), other.open()]);
  await one.close();
  expect(isWatching()).toEqual([true, true]);
  await other.close();
  expect(isWatching()).toEqual([false, false]);
  await mongo.stop();
});
