import { MongoError } from '@engawa/mongo-semantics';
import type { CommandContext } from './command-context';

/** Fields that any command may carry. */
const GENERIC = new Set([
  '$db',
  'lsid',
  'txnNumber',
  '$clusterTime',
  '$readPreference',
  '$audit',
  '$client',
  '$configServerState',
  'apiVersion',
  'apiStrict',
  'apiDeprecationErrors',
  'comment',
  'maxTimeMS',
  'readConcern',
  'writeConcern',
  'autocommit',
  'startTransaction',
  'stmtId',
  'stmtIds',
  'rawData',
  'serialization_context',
  'maxTimeMSOpOnly',
  '$queryOptions',
  'includeQueryStatsMetrics',
  'isClusterQueryWithoutShardKeyCmd',
]);

const SPECIFIC: { readonly [command: string]: readonly string[] } = {
  find: [
    'filter',
    'sort',
    'projection',
    'hint',
    'skip',
    'limit',
    'batchSize',
    'singleBatch',
    'max',
    'min',
    'returnKey',
    'showRecordId',
    'tailable',
    'awaitData',
    'oplogReplay',
    'noCursorTimeout',
    'allowPartialResults',
    'collation',
    'allowDiskUse',
    'let',
    'term',
    'options',
    'ntoreturn',
  ],
  aggregate: [
    'pipeline',
    'cursor',
    'explain',
    'allowDiskUse',
    'bypassDocumentValidation',
    'collation',
    'hint',
    'let',
    'fromMongos',
    'needsMerge',
    'collectionUUID',
  ],
  insert: ['documents', 'ordered', 'bypassDocumentValidation', 'bypassEmptyTsReplacement'],
  update: ['updates', 'ordered', 'bypassDocumentValidation', 'bypassEmptyTsReplacement', 'let'],
  delete: ['deletes', 'ordered', 'let'],
  findAndModify: [
    'query',
    'sort',
    'remove',
    'update',
    'new',
    'fields',
    'projection',
    'upsert',
    'bypassDocumentValidation',
    'bypassEmptyTsReplacement',
    'collation',
    'arrayFilters',
    'hint',
    'let',
    'sampleId',
  ],
  count: ['query', 'limit', 'skip', 'hint', 'collation', 'fields', 'queryOptions', 'mode'],
  distinct: ['key', 'query', 'collation', 'hint', 'queryOptions'],
  getMore: ['collection', 'batchSize', 'term', 'lastKnownCommittedOpTime'],
  killCursors: ['cursors'],
  create: (
    'capped autoIndexId idIndex size max storageEngine validator validationLevel validationAction indexOptionDefaults ' +
    'viewOn pipeline collation encryptedFields temp flags timeseries expireAfterSeconds clusteredIndex ' +
    'changeStreamPreAndPostImages recordPreImages'
  ).split(' '),
  createIndexes: ['indexes', 'ignoreUnknownIndexOptions', 'commitQuorum', 'returnOnStart'],
  listIndexes: ['cursor', 'includeBuildUUIDs', 'includeIndexBuildInfo'],
  listCollections: ['filter', 'nameOnly', 'authorizedCollections', 'cursor'],
  listDatabases: ['filter', 'nameOnly', 'authorizedDatabases'],
};

/** @throws MongoError 40415 for a field that the command does not know */
export function assertKnownFields(context: CommandContext): void {
  const { name } = context;
  const specific = Object.hasOwn(SPECIFIC, name) ? SPECIFIC[name] : undefined;
  if (!specific) return;
  for (const field of context.body.keys()) {
    if (field !== name && !GENERIC.has(field) && !specific.includes(field)) {
      throw new MongoError(40415, `BSON field '${name}.${field}' is an unknown field.`);
    }
  }
}

/** The commands of the stable API, version 1. */
const STABLE_API = new Set(
  (
    'abortTransaction aggregate authenticate bulkWrite collMod commitTransaction count create createIndexes delete drop ' +
    'dropDatabase dropIndexes endSessions explain find findAndModify getMore hello insert killCursors killSessions ' +
    'listCollections listDatabases listIndexes ping refreshSessions testDeprecation update'
  ).split(' '),
);

/** @throws MongoError 322, 323 or 72 when the client asks for an API that this is not */
export function assertApiVersion(context: CommandContext): void {
  const { body, name } = context;
  const version = body.get('apiVersion');
  if (version === undefined) {
    if (body.has('apiStrict') || body.has('apiDeprecationErrors')) {
      throw new MongoError(
        72,
        "Provided values for 'apiStrict' or 'apiDeprecationErrors' require 'apiVersion' to be specified",
      );
    }
    return;
  }
  if (version !== '1') throw new MongoError(322, 'API version must be "1"');
  if (body.get('apiStrict') === true && !STABLE_API.has(name)) {
    throw new MongoError(
      323,
      `Provided apiStrict:true, but the command ${name} is not in API Version 1. Information on supported commands and migrations in API Version 1 can be found at https://dochub.mongodb.org/core/manual-versioned-api`,
    );
  }
  if (body.get('apiDeprecationErrors') === true && name === 'testDeprecation') {
    throw new MongoError(
      324,
      `Provided apiDeprecationErrors:true, but the command ${name} is deprecated in API Version 1`,
    );
  }
}
