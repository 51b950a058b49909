export { startMongoServer, type MongoServer, type MongoServerOptions } from './mongo-server';
