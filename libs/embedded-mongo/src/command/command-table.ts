import { doc, type Doc } from '../bson/bson-value';
import { MongoError } from '../mongo-error';
import { aggregateCommand } from './aggregate.command';
import { requireAuthentication, saslContinueCommand, saslStartCommand } from './authentication';
import {
  collStatsCommand,
  createCommand,
  dropCommand,
  dropDatabaseCommand,
  listCollectionsCommand,
  listDatabasesCommand,
} from './catalog.commands';
import type { CommandContext, CommandHandler } from './command-context';
import { countCommand, distinctCommand } from './count.commands';
import { getMoreCommand, killCursorsCommand } from './cursor.commands';
import { deleteCommand } from './delete.command';
import { explainCommand } from './explain.command';
import { findAndModifyCommand } from './find-and-modify.command';
import { findCommand } from './find.command';
import { createIndexesCommand, dropIndexesCommand, listIndexesCommand } from './index.commands';
import { insertCommand } from './insert.command';
import {
  buildInfoCommand,
  getLogCommand,
  getParameterCommand,
  helloCommand,
} from './server.commands';
import { updateCommand } from './update.command';

interface Command {
  readonly run: CommandHandler;
  /** Its fields besides its name and the generic ones; null for any. */
  readonly fields: ReadonlySet<string> | null;
}

function command(run: CommandHandler, fields: string | null): Command {
  return { run, fields: fields === null ? null : new Set(fields.split(' ')) };
}

const ok = (): Doc => doc({ ok: 1 });

/** All commands and their fields. Anything else is rejected with MongoDB's own error. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['hello', command(helloCommand, null)],
  ['isMaster', command(helloCommand, null)],
  ['ismaster', command(helloCommand, null)],
  ['ping', command(ok, null)],
  ['buildInfo', command(buildInfoCommand, null)],
  ['getParameter', command(getParameterCommand, null)],
  ['getLog', command(getLogCommand, null)],
  ['connectionStatus', command(() => doc({ authInfo: doc({}), ok: 1 }), null)],
  ['endSessions', command(ok, null)],
  ['saslStart', command(saslStartCommand, null)],
  ['saslContinue', command(saslContinueCommand, null)],

  ['insert', command(insertCommand, 'documents ordered bypassDocumentValidation')],
  ['update', command(updateCommand, 'updates ordered bypassDocumentValidation')],
  ['delete', command(deleteCommand, 'deletes ordered')],
  [
    'findAndModify',
    command(
      findAndModifyCommand,
      'query sort remove update new fields upsert bypassDocumentValidation hint',
    ),
  ],

  [
    'find',
    command(
      findCommand,
      'filter sort projection hint skip limit batchSize singleBatch noCursorTimeout allowDiskUse',
    ),
  ],
  ['getMore', command(getMoreCommand, 'collection batchSize')],
  ['killCursors', command(killCursorsCommand, 'cursors')],
  ['count', command(countCommand, 'query limit skip hint')],
  ['distinct', command(distinctCommand, 'key query hint')],
  ['aggregate', command(aggregateCommand, 'pipeline cursor allowDiskUse hint')],
  ['explain', command(explainCommand, 'verbosity')],

  ['create', command(createCommand, 'autoIndexId')],
  ['drop', command(dropCommand, '')],
  ['dropDatabase', command(dropDatabaseCommand, '')],
  [
    'listCollections',
    command(listCollectionsCommand, 'filter nameOnly authorizedCollections cursor'),
  ],
  ['listDatabases', command(listDatabasesCommand, 'filter nameOnly authorizedDatabases')],
  ['collStats', command(collStatsCommand, 'scale')],
  ['createIndexes', command(createIndexesCommand, 'indexes')],
  ['listIndexes', command(listIndexesCommand, 'cursor')],
  ['dropIndexes', command(dropIndexesCommand, 'index')],
]);

/** Fields allowed in any command. */
const GENERIC_FIELDS = new Set(
  '$db lsid $clusterTime $readPreference apiVersion apiStrict apiDeprecationErrors comment maxTimeMS readConcern writeConcern'.split(
    ' ',
  ),
);

/** @throws MongoError 59 for an unknown command, 13 before the sign-in, 40415 for an unknown field, 20 for a transaction */
export function runCommand(context: CommandContext): Promise<Doc> | Doc {
  const { name, body } = context;
  const found = COMMANDS.get(name);
  if (!found) throw new MongoError(59, `no such command: '${name}'`);
  requireAuthentication(context);
  if (body.has('txnNumber') || body.has('startTransaction')) {
    throw new MongoError(
      20,
      'Transaction numbers are only allowed on a replica set member or mongos',
    );
  }
  for (const field of found.fields ? body.keys() : []) {
    if (field !== name && !GENERIC_FIELDS.has(field) && !found.fields!.has(field))
      throw new MongoError(40415, `BSON field '${name}.${field}' is an unknown field.`);
  }
  if (context.document('readConcern')?.get('level') === 'snapshot')
    throw new MongoError(246, 'Read concern snapshot is not supported here');
  return found.run(context);
}
