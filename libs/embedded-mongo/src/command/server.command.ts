import { doc, int32, type Doc } from '../bson/bson-value';
import { MongoError } from '../mongo-error';
import { MAX_DOCUMENT_BYTES } from '../storage/collection';
import type { CommandContext } from './command-context';
import { MAX_BATCH } from './write-request';

const VERSION = '7.0.14';

/** Announced by MongoDB 7.0. */
const MAX_WIRE_VERSION = 21;
export const MAX_MESSAGE_BYTES = 48_000_000;

/**
 * Describes the server. It announces no sessions, so that drivers send neither retryable writes nor
 * transactions.
 */
export function helloCommand({ engine, connection, name, body }: CommandContext): Doc {
  const { address, options } = engine;
  return doc({
    helloOk: true,
    [name === 'hello' ? 'isWritablePrimary' : 'ismaster']: true,
    ...(options.replicaSet
      ? {
          setName: options.replicaSet,
          setVersion: int32(1),
          hosts: [address],
          primary: address,
          me: address,
          secondary: false,
        }
      : {}),
    maxBsonObjectSize: int32(MAX_DOCUMENT_BYTES),
    maxMessageSizeBytes: int32(MAX_MESSAGE_BYTES),
    maxWriteBatchSize: int32(MAX_BATCH),
    localTime: new Date(),
    connectionId: int32(connection.id),
    minWireVersion: int32(0),
    maxWireVersion: int32(MAX_WIRE_VERSION),
    readOnly: false,
    ...(body.has('saslSupportedMechs') ? { saslSupportedMechs: ['SCRAM-SHA-256'] } : {}),
    ok: 1,
  });
}

/** `buildInfo`; drivers read the version of MongoDB that the server imitates. */
export function buildInfoCommand(): Doc {
  return doc({
    version: VERSION,
    gitVersion: 'engawa-embedded-mongo',
    modules: [],
    versionArray: [7, 0, 14, 0].map((part) => int32(part)),
    bits: int32(64),
    debug: false,
    maxBsonObjectSize: int32(MAX_DOCUMENT_BYTES),
    storageEngines: ['lmdb'],
    ok: 1,
  });
}

/** Sent by shells when they connect. */
export function getParameterCommand({ body }: CommandContext): Doc {
  if (body.get('getParameter') !== '*' && !body.has('featureCompatibilityVersion'))
    throw new MongoError(72, 'no option found to get');
  return doc({ featureCompatibilityVersion: doc({ version: '7.0' }), ok: 1 });
}

/** `getLog`; always empty. */
export function getLogCommand(): Doc {
  return doc({ totalLinesWritten: int32(0), log: [], ok: 1 });
}
