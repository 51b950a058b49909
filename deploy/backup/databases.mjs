// Dumps and loads the databases of an installation through the driver: any MongoDB, and the
// embedded server.
import path from 'node:path';
import { Readable } from 'node:stream';
import { deserialize } from 'bson';
import { MongoClient, MongoCompatibilityError, MongoServerError } from 'mongodb';
import { services } from '../installation/services.mjs';
import { readDocuments, writeFileFrom } from './archive.mjs';

const BATCH = 500;
/** Keeps BSON types: a long 1 must not return as an int32. */
const AS_STORED = { promoteValues: false, promoteLongs: false, bsonRegExp: true };

/** The databases of an installation: `cut`, `dump`, `findContents`, `clear`, `load`, `close`. */
export async function openDatabases({ uri, namespace }) {
  const client = await new MongoClient(uri, { appName: 'engawa-backup' }).connect();
  const nameOf = (service) => (namespace ? `${namespace}_${service}` : service);
  const collectionsOf = async (service) =>
    (await client.db(nameOf(service)).listCollections({}, { nameOnly: true }).toArray())
      .map(({ name }) => name)
      .filter((name) => !name.startsWith('system.'))
      .sort();
  const firstCollection = async () => {
    for (const service of services) {
      const [name] = await collectionsOf(service);
      if (name) return client.db(nameOf(service)).collection(name);
    }
    return null;
  };
  let session = null;
  const dropSession = async () => {
    await session?.endSession().catch(() => {});
    session = null;
  };

  return {
    /**
     * Fixes the moment that all reads see, where the server supports it.
     * @returns {Promise<{ oneMoment: boolean, how: string }>} `how` says by which means, or why not
     */
    async cut() {
      // The first response carries the snapshot's time, so an existing collection is read.
      const probe = await firstCollection();
      if (!probe) return { oneMoment: true, how: 'there is no collection' };
      session = client.startSession({ snapshot: true });
      try {
        await probe.findOne({}, { session });
        const { snapshotTime } = session;
        if (snapshotTime)
          return {
            oneMoment: true,
            how: `snapshot reads at ${new Date(snapshotTime.t * 1000).toISOString()}`,
          };
        await dropSession();
        return { oneMoment: false, how: 'the server gave no time of a snapshot' };
      } catch (error) {
        await dropSession();
        // An unreachable server, for example, is not a server without snapshots.
        if (!(error instanceof MongoServerError || error instanceof MongoCompatibilityError))
          throw error;
        return { oneMoment: false, how: error.message };
      }
    },
    /**
     * Writes every collection into `folder`. `onDocument(service, read)` is called for each document;
     * `read()` decodes it. Resolves to the collections as the manifest lists them.
     */
    async dump(folder, onDocument) {
      const found = {};
      for (const service of services) {
        const collections = {};
        for (const name of await collectionsOf(service)) {
          const collection = client.db(nameOf(service)).collection(name);
          const indexes = (await collection.listIndexes().toArray())
            .filter(({ name: index }) => index !== '_id_')
            .map(({ v: _version, ns: _namespace, ...index }) => index);
          let documents = 0;
          const read = async function* () {
            const cursor = collection.find({}, { raw: true, batchSize: BATCH, session });
            for await (const document of cursor) {
              documents += 1;
              onDocument(service, () => deserialize(document));
              yield document;
            }
          };
          const file = `databases/${service}/${name}.bson.gz`;
          const facts = await writeFileFrom(path.join(folder, file), Readable.from(read()), {
            compress: true,
          });
          collections[name] = { documents, indexes, file, ...facts };
        }
        if (Object.keys(collections).length > 0) found[service] = collections;
      }
      return found;
    },
    /** What the installation already holds, as text for people. */
    async findContents() {
      const words = [];
      for (const service of services) {
        for (const name of await collectionsOf(service)) {
          const count = await client.db(nameOf(service)).collection(name).countDocuments();
          if (count > 0) words.push(`${count} documents in ${nameOf(service)}.${name}`);
        }
      }
      return words;
    },
    async clear() {
      for (const service of services) await client.db(nameOf(service)).dropDatabase();
    },
    /** Restores the collections of a manifest. Throws if the counts differ afterwards. */
    async load(folder, databases) {
      for (const [service, collections] of Object.entries(databases)) {
        for (const [name, { file, documents, indexes }] of Object.entries(collections)) {
          const collection = client.db(nameOf(service)).collection(name);
          let batch = [];
          const flush = async () => {
            if (batch.length > 0) await collection.insertMany(batch, { ordered: true });
            batch = [];
          };
          for await (const document of readDocuments(path.join(folder, file))) {
            batch.push(deserialize(document, AS_STORED));
            if (batch.length === BATCH) await flush();
          }
          await flush();
          if (indexes.length > 0) await collection.createIndexes(indexes);
          const count = await collection.countDocuments();
          if (count !== documents)
            throw new Error(`${service}.${name}: ${count} documents instead of ${documents}`);
        }
      }
    },
    async close() {
      await dropSession();
      await client.close();
    },
  };
}
