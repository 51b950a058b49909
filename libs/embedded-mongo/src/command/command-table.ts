import { doc, type Doc } from '../bson/bson-value';
import { MongoError } from '../mongo-error';
import { assertFields, supported, type Names } from '../supported';
import { aggregateCommand } from './aggregate.command';
import { requireAuthentication, saslContinueCommand, saslStartCommand } from './authentication';
import {
  createCommand,
  dropCommand,
  dropDatabaseCommand,
  listCollectionsCommand,
  listDatabasesCommand,
} from './catalog.command';
import type { CommandContext, CommandHandler } from './command-context';
import { countCommand, distinctCommand } from './count.command';
import { getMoreCommand, killCursorsCommand } from './cursor.command';
import { deleteCommand } from './delete.command';
import { explainCommand } from './explain.command';
import { findAndModifyCommand } from './find-and-modify.command';
import { findCommand } from './find.command';
import { createIndexesCommand, dropIndexesCommand, listIndexesCommand } from './index.command';
import { insertCommand } from './insert.command';
import {
  buildInfoCommand,
  getLogCommand,
  getParameterCommand,
  helloCommand,
} from './server.command';
import { updateCommand } from './update.command';

const ok = (): Doc => doc({ ok: 1 });

const HANDLERS: { [name in Names['command']]: CommandHandler } = {
  hello: helloCommand,
  isMaster: helloCommand,
  ismaster: helloCommand,
  ping: ok,
  buildInfo: buildInfoCommand,
  getParameter: getParameterCommand,
  getLog: getLogCommand,
  connectionStatus: () => doc({ authInfo: doc({}), ok: 1 }),
  endSessions: ok,
  saslStart: saslStartCommand,
  saslContinue: saslContinueCommand,

  insert: insertCommand,
  update: updateCommand,
  delete: deleteCommand,
  findAndModify: findAndModifyCommand,

  find: findCommand,
  getMore: getMoreCommand,
  killCursors: killCursorsCommand,
  count: countCommand,
  distinct: distinctCommand,
  aggregate: aggregateCommand,
  explain: explainCommand,

  create: createCommand,
  drop: dropCommand,
  dropDatabase: dropDatabaseCommand,
  listCollections: listCollectionsCommand,
  listDatabases: listDatabasesCommand,
  createIndexes: createIndexesCommand,
  listIndexes: listIndexesCommand,
  dropIndexes: dropIndexesCommand,
};

/** @throws MongoError 59 for an unknown command, 13 before the sign-in, 40415 for an unknown field */
export function runCommand(context: CommandContext): Promise<Doc> | Doc {
  const { name, body } = context;
  const command = supported('command', name);
  requireAuthentication(context);
  assertFields(
    command,
    [...body.keys()].filter((field) => field !== name),
  );
  if (context.document('readConcern')?.get('level') === 'snapshot')
    throw new MongoError(246, 'Read concern snapshot is not supported here');
  return HANDLERS[command](context);
}
