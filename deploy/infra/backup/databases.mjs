// The databases of an installation through the driver: any MongoDB, and the embedded server.
import path from 'node:path';
import { Readable } from 'node:stream';
import { deserialize } from 'bson';
import { MongoClient } from 'mongodb';
import { services } from '../services.mjs';
import { readDocuments, writeFileFrom } from './archive.mjs';

const BATCH = 500;
/** Types stay what they are: a long of 1 does not come back as an integer. */
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
  let session = null;

  return {
    /** Fixes the moment that all reads show, where the server can; says whether it did. */
    async cut() {
      session = client.startSession({ snapshot: true });
      try {
        await client.db(nameOf(services[0])).collection('accounts').findOne({}, { session });
        if (session.snapshotTime) return true;
      } catch {
        // A single server, or one before MongoDB 5, has no snapshots.
      }
      await session.endSession().catch(() => {});
      session = null;
      return false;
    },
    /**
     * Writes every collection into `folder`. `onDocument(service, read)` is called for each one;
     * `read()` decodes it. Answers what the manifest says of them.
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
    /** What an installation has here already, as words. */
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
    /** Puts the collections of a manifest back. Throws where the counts differ afterwards. */
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
      await session?.endSession().catch(() => {});
      await client.close();
    },
  };
}
