import { randomUUID } from 'node:crypto';
import { Binary, doc, int32, MongoError, type Doc } from '@engawa/mongo-semantics';
import { aggregateCommand } from './aggregate.command';
import {
  createCommand,
  dropCommand,
  dropDatabaseCommand,
  listCollectionsCommand,
  listDatabasesCommand,
  renameCollectionCommand,
} from './catalog.commands';
import { collModCommand } from './coll-mod.command';
import type { CommandContext, CommandHandler } from './command-context';
import { assertApiVersion, assertKnownFields } from './command-fields';
import { countCommand, distinctCommand } from './count.commands';
import { getMoreCommand, killCursorsCommand } from './cursor.commands';
import { deleteCommand } from './delete.command';
import { explainCommand } from './explain.command';
import { findAndModifyCommand } from './find-and-modify.command';
import { findCommand } from './find.command';
import { helloCommand } from './hello.command';
import { createIndexesCommand, dropIndexesCommand, listIndexesCommand } from './index.commands';
import { insertCommand } from './insert.command';
import { dataSizeCommand, profileCommand, validateCommand } from './maintenance.commands';
import {
  buildInfoCommand,
  connectionStatusCommand,
  endSessionsCommand,
  getCmdLineOptsCommand,
  getLogCommand,
  getParameterCommand,
  hostInfoCommand,
  serverStatusCommand,
} from './server.commands';
import { collStatsCommand, dbStatsCommand } from './stats.commands';
import { updateCommand } from './update.command';

const done = (): Doc => doc({ ok: 1 });

const COMMANDS = new Map<string, CommandHandler>();

function register(names: string, handler: CommandHandler): void {
  for (const name of names.split(' ')) COMMANDS.set(name, handler);
}

register('hello isMaster ismaster', helloCommand);
register('ping', done);
register('insert', insertCommand);
register('update', updateCommand);
register('delete', deleteCommand);
register('findAndModify findandmodify', findAndModifyCommand);
register('find', findCommand);
register('getMore', getMoreCommand);
register('killCursors', killCursorsCommand);
register('count', countCommand);
register('distinct', distinctCommand);
register('aggregate', aggregateCommand);
register('explain', explainCommand);
register('createIndexes', createIndexesCommand);
register('listIndexes', listIndexesCommand);
register('dropIndexes deleteIndexes', dropIndexesCommand);
register('create', createCommand);
register('drop', dropCommand);
register('dropDatabase', dropDatabaseCommand);
register('renameCollection', renameCollectionCommand);
register('listCollections', listCollectionsCommand);
register('listDatabases', listDatabasesCommand);
register('collStats collstats', collStatsCommand);
register('dbStats dbstats', dbStatsCommand);
register('collMod', collModCommand);
register('buildInfo buildinfo', buildInfoCommand);
register('hostInfo', hostInfoCommand);
register('serverStatus', serverStatusCommand);
register('connectionStatus', connectionStatusCommand);
register('getParameter', getParameterCommand);
register('getLog', getLogCommand);
register('getCmdLineOpts', getCmdLineOptsCommand);
register('whatsmyuri', (context) => doc({ you: context.connection.remote, ok: 1 }));
register('startSession', () =>
  doc({
    id: doc({ id: new Binary(Buffer.from(randomUUID().replaceAll('-', ''), 'hex'), 4) }),
    timeoutMinutes: 30,
    ok: 1,
  }),
);
register('endSessions killSessions', endSessionsCommand);
register('killAllSessions killAllSessionsByPattern', (context) => {
  context.engine.cursors.closeAll();
  return done();
});
register('refreshSessions', done);
register('logout', done);
register('currentOp', () => doc({ inprog: [], ok: 1 }));
register('usersInfo', () => doc({ users: [], ok: 1 }));
register('rolesInfo', () => doc({ roles: [], ok: 1 }));
register('killOp', () => doc({ info: 'attempting to kill op', ok: 1 }));
register('fsync', () => doc({ numFiles: int32(1), ok: 1 }));
register('planCacheClear', done);
register('validate', validateCommand);
register('dataSize', dataSizeCommand);
register('profile', profileCommand);
register('getDefaultRWConcern', () =>
  doc({
    defaultReadConcern: doc({ level: 'local' }),
    defaultWriteConcern: doc({ w: 'majority', wtimeout: int32(0) }),
    defaultReadConcernSource: 'implicit',
    defaultWriteConcernSource: 'implicit',
    ok: 1,
  }),
);
register('testVersion2 testDeprecation', (context) => {
  if (!context.engine.failPoints) throw new MongoError(59, `no such command: '${context.name}'`);
  return done();
});
register('getFreeMonitoringStatus', () => doc({ state: 'disabled', ok: 1 }));
register('configureFailPoint', (context) => {
  const { failPoints } = context.engine;
  if (!failPoints) throw new MongoError(59, `no such command: 'configureFailPoint'`);
  return failPoints.configure(context);
});
register('listCommands', () => {
  const commands: Doc = new Map();
  for (const name of [...COMMANDS.keys()].sort())
    commands.set(name, doc({ help: '', adminOnly: false }));
  return doc({ commands, ok: 1 });
});
register('commitTransaction abortTransaction', () => {
  throw new MongoError(
    20,
    'Transaction numbers are only allowed on a replica set member or mongos',
  );
});
for (const name of [
  'saslStart saslContinue authenticate createUser dropUser updateUser createRole',
  'replSetInitiate replSetReconfig',
  'createSearchIndexes updateSearchIndex dropSearchIndex',
  'mapReduce mapreduce eval geoSearch group shardCollection enableSharding',
]
  .join(' ')
  .split(' ')) {
  register(name, () => {
    if (/^(?:sasl|authenticate)/.test(name)) throw new MongoError(18, 'Authentication failed.');
    if (name.startsWith('replSet')) throw new MongoError(76, 'not running with --replSet');
    if (name.endsWith('SearchIndex') || name.endsWith('SearchIndexes'))
      throw new MongoError(
        31082,
        'Using Atlas Search Database Commands and the $listSearchIndexes aggregation stage requires additional configuration. Please connect to Atlas or an AtlasCLI local deployment to enable.',
      );
    throw new MongoError(115, `${name} is not supported`);
  });
}

for (const name of ['replSetGetStatus', 'replSetGetConfig']) {
  register(name, ({ engine: { replication } }) => {
    if (!replication) throw new MongoError(76, 'not running with --replSet');
    return name === 'replSetGetStatus' ? replication.status() : replication.configuration();
  });
}

/** @throws MongoError 59 for a command that does not exist */
export function runCommand(context: CommandContext): Promise<Doc> | Doc {
  const handler = COMMANDS.get(context.name);
  if (!handler) throw new MongoError(59, `no such command: '${context.name}'`);
  const { body } = context;
  if (body.has('startTransaction') || body.get('autocommit') === false) {
    throw new MongoError(
      20,
      'Transaction numbers are only allowed on a replica set member or mongos',
    );
  }
  assertApiVersion(context);
  assertKnownFields(context);
  assertReadConcern(context);
  return handler(context);
}

function assertReadConcern(context: CommandContext): void {
  const concern = context.document('readConcern');
  const level = concern?.get('level');
  if (level === undefined) return;
  if (
    typeof level !== 'string' ||
    !['local', 'majority', 'available', 'linearizable', 'snapshot'].includes(level)
  ) {
    throw new MongoError(
      9,
      `Enumeration value '${String(level)}' for field 'readConcern.level' is not a valid value.`,
    );
  }
  if (level === 'snapshot')
    throw new MongoError(246, 'Read concern snapshot is not supported here');
  if (level === 'linearizable' && !context.engine.options.replicaSet) {
    throw new MongoError(
      148,
      `node needs to be a replica set member to use readConcern level '${level}'`,
    );
  }
}
