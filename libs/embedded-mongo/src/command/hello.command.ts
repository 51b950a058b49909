import {
  doc,
  int32,
  isDoc,
  ObjectId,
  toDouble,
  type Doc,
  type Value,
} from '@engawa/mongo-semantics';
import { MAX_DOCUMENT_BYTES } from '../storage/collection';
import type { CommandContext, ConnectionState } from './command-context';
import type { Engine } from './engine';
import { PROCESS_ID, TOPOLOGY_VERSION } from './topology';
import { MAX_BATCH } from './write-request';

/** What MongoDB 7.0 announces. */
const MAX_WIRE_VERSION = 21;
export const MAX_MESSAGE_BYTES = 48_000_000;

export function helloCommand(context: CommandContext): Doc {
  const { engine, connection, body } = context;
  const legacy = context.name.toLowerCase() === 'ismaster';
  connection.application = applicationOf(body) ?? connection.application;
  const reply = doc({ helloOk: true, [legacy ? 'ismaster' : 'isWritablePrimary']: true });
  reply.set('topologyVersion', TOPOLOGY_VERSION);
  if (engine.replication) {
    const { address } = engine;
    reply.set('hosts', [address]);
    reply.set('setName', engine.replication.name);
    reply.set('setVersion', int32(1));
    reply.set('secondary', false);
    reply.set('primary', address);
    reply.set('me', address);
    reply.set('electionId', PROCESS_ID);
    reply.set('lastWrite', engine.replication.lastWrite());
  }
  for (const [field, value] of [
    ['maxBsonObjectSize', int32(MAX_DOCUMENT_BYTES)],
    ['maxMessageSizeBytes', int32(MAX_MESSAGE_BYTES)],
    ['maxWriteBatchSize', int32(MAX_BATCH)],
    ['localTime', new Date()],
    ['logicalSessionTimeoutMinutes', int32(30)],
    ['connectionId', int32(connection.id)],
    ['minWireVersion', int32(0)],
    ['maxWireVersion', int32(MAX_WIRE_VERSION)],
    ['readOnly', false],
    ['ok', 1],
  ] as [string, Value][]) {
    reply.set(field, value);
  }
  return reply;
}

/** What a client calls its application in its first message, or null. */
export function applicationOf(body: Doc): string | null {
  const client = body.get('client');
  const application = isDoc(client) ? client.get('application') : undefined;
  const name = isDoc(application) ? application.get('name') : undefined;
  return typeof name === 'string' ? name : null;
}

/**
 * A client that knows the topology asks to be told when it changes, or after `maxAwaitTimeMS`. Here nothing
 * changes, so it is that time, or none if the client knew another server.
 */
export async function awaitTopology(
  engine: Engine,
  body: Doc,
  connection: ConnectionState,
): Promise<void> {
  const limit = body.get('maxAwaitTimeMS');
  const known = body.get('topologyVersion');
  const id = isDoc(known) ? known.get('processId') : undefined;
  if (!(id instanceof ObjectId) || !id.equals(PROCESS_ID)) return;
  const end = performance.now() + toDouble(limit as number);
  while (performance.now() < end && !connection.closed && !engine.stopping) {
    await new Promise((resume) =>
      setTimeout(resume, Math.min(500, Math.max(1, end - performance.now()))).unref(),
    );
  }
}
