export { backupData } from './storage/data-copy';
export { startMongoServer, type MongoServer, type MongoServerOptions } from './mongo-server';
