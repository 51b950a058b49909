export { backupData } from './storage/lmdb-store';
export { startMongoServer, type MongoServer, type MongoServerOptions } from './mongo-server';
