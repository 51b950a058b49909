import type { EventTransport } from '@engawa/events';
import { MongoClient } from 'mongodb';

interface Streams {
  jetStream(): Promise<{
    manager: {
      streams: {
        list(): AsyncIterable<{ config: { name: string } }>;
        delete(name: string): Promise<boolean>;
      };
    };
  }>;
}

/** Deletes databases and streams of a test on servers that outlive it. */
export async function dropNamespace(
  namespace: string,
  env: Readonly<Record<string, string>>,
  transport: EventTransport,
): Promise<void> {
  if (env['MONGODB_URI']) await dropDatabases(namespace, env['MONGODB_URI']);
  if (transport.kind !== 'nats' || !transport.isConnected()) return;
  const { manager } = await (transport as unknown as Streams).jetStream();
  const names: string[] = [];
  for await (const { config } of manager.streams.list()) {
    if (config.name.includes(namespace)) names.push(config.name);
  }
  for (const name of names) await manager.streams.delete(name);
}

async function dropDatabases(namespace: string, uri: string): Promise<void> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 3_000 });
  try {
    await client.connect();
    const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
    for (const { name } of databases) {
      if (name.startsWith(`${namespace}_`)) await client.db(name).dropDatabase();
    }
  } finally {
    await client.close();
  }
}
