import { arch, cpus, hostname, platform, release, totalmem } from 'node:os';
import { doc, int32, intOrLong, MongoError, type Doc, type Value } from '@engawa/mongo-semantics';
import { MAX_DOCUMENT_BYTES } from '../storage/collection';
import type { CommandContext } from './command-context';

export const VERSION = '7.0.14';
const VERSION_ARRAY = [7, 0, 14, 0];

export function buildInfoCommand(): Doc {
  return doc({
    version: VERSION,
    gitVersion: 'engawa-embedded-mongo',
    modules: [],
    allocator: 'v8',
    javascriptEngine: 'none',
    sysInfo: 'deprecated',
    versionArray: VERSION_ARRAY.map((part) => int32(part)),
    openssl: doc({ running: 'disabled', compiled: 'disabled' }),
    buildEnvironment: doc({}),
    bits: int32(64),
    debug: false,
    maxBsonObjectSize: int32(MAX_DOCUMENT_BYTES),
    storageEngines: ['lmdb'],
    ok: 1,
  });
}

export function hostInfoCommand(): Doc {
  return doc({
    system: doc({
      currentTime: new Date(),
      hostname: hostname(),
      cpuAddrSize: int32(64),
      memSizeMB: intOrLong(Math.floor(totalmem() / 1048576)),
      memLimitMB: intOrLong(Math.floor(totalmem() / 1048576)),
      numCores: int32(cpus().length),
      cpuArch: arch(),
      numaEnabled: false,
    }),
    os: doc({ type: platform(), name: platform(), version: release() }),
    extra: doc({}),
    ok: 1,
  });
}

export function serverStatusCommand(context: CommandContext): Doc {
  const { engine } = context;
  const { metrics, store } = engine;
  const uptime = (Date.now() - engine.startedAt.getTime()) / 1000;
  const memory = process.memoryUsage();
  const storage = store.statistics();
  const commands: Doc = new Map();
  for (const [name, { total, failed }] of [...metrics.commands].sort(([a], [b]) =>
    a < b ? -1 : 1,
  )) {
    commands.set(name, doc({ failed: BigInt(failed), total: BigInt(total) }));
  }
  const long = (value: number): bigint => BigInt(Math.trunc(value));
  return doc({
    host: hostname(),
    version: VERSION,
    process: 'engawa-embedded-mongo',
    pid: long(process.pid),
    uptime,
    uptimeMillis: long(uptime * 1000),
    uptimeEstimate: long(uptime),
    localTime: new Date(),
    asserts: doc({
      regular: int32(0),
      warning: int32(0),
      msg: int32(0),
      user: int32(metrics.asserts),
      tripwire: int32(0),
      rollovers: int32(0),
    }),
    connections: doc({
      current: int32(engine.connectionCount()),
      available: int32(65000),
      totalCreated: intOrLong(metrics.totalConnections),
      active: int32(engine.connectionCount()),
    }),
    globalLock: doc({
      totalTime: long(uptime * 1e6),
      currentQueue: doc({ total: int32(0), readers: int32(0), writers: int32(0) }),
      activeClients: doc({
        total: int32(engine.connectionCount()),
        readers: int32(0),
        writers: int32(0),
      }),
    }),
    mem: doc({
      bits: int32(64),
      resident: int32(Math.round(memory.rss / 1048576)),
      virtual: int32(Math.round((memory.rss + storage.mapBytes) / 1048576)),
      supported: true,
      heapUsedBytes: long(memory.heapUsed),
    }),
    network: doc({
      bytesIn: long(metrics.network.bytesIn),
      bytesOut: long(metrics.network.bytesOut),
      numRequests: long(metrics.network.requests),
    }),
    opcounters: doc(
      Object.fromEntries(
        Object.entries(metrics.counters).map(([name, value]) => [name, long(value)]),
      ),
    ),
    storageEngine: doc({
      name: 'lmdb',
      supportsCommittedReads: true,
      persistent: true,
      readOnly: false,
    }),
    lmdb: doc({
      mapBytes: long(storage.mapBytes),
      usedBytes: long((storage.lastPage + 1) * storage.pageSize),
      readers: int32(storage.readers),
      commits: long(store.commits),
      documentsPerCommit:
        store.commits === 0
          ? 0
          : (metrics.documents.inserted + metrics.documents.updated + metrics.documents.deleted) /
            store.commits,
    }),
    logicalSessionRecordCache: doc({ activeSessionsCount: int32(0) }),
    metrics: doc({
      commands,
      cursor: doc({
        timedOut: long(engine.cursors.timedOut),
        totalOpened: long(engine.cursors.opened),
        open: doc({ noTimeout: 0n, pinned: 0n, total: long(engine.cursors.size) }),
      }),
      document: doc({
        deleted: long(metrics.documents.deleted),
        inserted: long(metrics.documents.inserted),
        returned: long(metrics.documents.returned),
        updated: long(metrics.documents.updated),
      }),
      queryExecutor: doc({
        scanned: long(metrics.scanned.keys),
        scannedObjects: long(metrics.scanned.documents),
        collectionScans: doc({
          total: long(metrics.scanned.collectionScans),
          nonTailable: long(metrics.scanned.collectionScans),
        }),
      }),
      ttl: doc({ deletedDocuments: long(metrics.ttlDeleted), passes: long(metrics.ttlPasses) }),
    }),
    ok: 1,
  });
}

export function connectionStatusCommand(): Doc {
  return doc({ authInfo: doc({ authenticatedUsers: [], authenticatedUserRoles: [] }), ok: 1 });
}

export function getParameterCommand(context: CommandContext): Doc {
  const reply: Doc = new Map();
  const all = context.body.get('getParameter') === '*';
  const known: { [name: string]: Value } = {
    featureCompatibilityVersion: doc({ version: '7.0' }),
    authenticationMechanisms: [],
    enableTestCommands: context.engine.failPoints !== null,
    ttlMonitorSleepSecs: int32(context.engine.options.ttlSeconds),
    ttlMonitorEnabled: true,
    requireApiVersion: false,
    cursorTimeoutMillis: int32(600000),
    internalQueryMaxBlockingSortMemoryUsageBytes: int32(100 * 1024 * 1024),
  };
  for (const [name, value] of Object.entries(known))
    if (all || context.body.has(name)) reply.set(name, value);
  if (reply.size === 0) throw new MongoError(72, 'no option found to get');
  reply.set('ok', 1);
  return reply;
}

export function getLogCommand(context: CommandContext): Doc {
  const which = context.body.get('getLog');
  if (which === '*') return doc({ names: ['global', 'startupWarnings'], ok: 1 });
  if (which !== 'global' && which !== 'startupWarnings')
    throw new MongoError(96, `No log named '${String(which)}'`);
  return doc({ totalLinesWritten: int32(0), log: [], ok: 1 });
}

export function getCmdLineOptsCommand(context: CommandContext): Doc {
  return doc({
    argv: ['engawa-embedded-mongo'],
    parsed: doc({ storage: doc({ dbPath: context.engine.options.dbPath }) }),
    ok: 1,
  });
}

/** Sessions live only as long as what belongs to them; ending one closes its cursors. */
export function endSessionsCommand(context: CommandContext): Doc {
  for (const session of context.array(context.name) ?? []) {
    const id = session instanceof Map ? session.get('id') : undefined;
    if (id !== undefined && typeof id === 'object' && id !== null && 'buffer' in id) {
      context.engine.cursors.removeSession(Buffer.from(id.buffer as Uint8Array).toString('hex'));
    }
  }
  return doc({ ok: 1 });
}
