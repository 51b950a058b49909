// Compares what a service owns with the copies that the others keep of it, straight in the databases.
import { MongoClient } from 'mongodb';

const listeners = ['members', 'timeline', 'tasks', 'notifications', 'search', 'integrations'];
const directory = (copy) => listeners.map((service) => ({ service, collection: copy }));
/** What changes without an event, or is named alike and means something else. */
const IGNORED = new Set(['_id', 'version', 'createdAt', 'updatedAt', 'pendingEvents', 'applied']);

const owned = [
  { service: 'members', collection: 'members', copies: directory('directoryMembers') },
  { service: 'identity', collection: 'staffs', copies: directory('directoryStaffs') },
  { service: 'identity', collection: 'spaces', copies: directory('directorySpaces') },
  {
    service: 'timeline',
    collection: 'labels',
    copies: [{ service: 'tasks', collection: 'labels' }],
  },
  ...['posts', 'comments'].map((collection) => ({
    service: 'timeline',
    collection,
    copies: [{ service: 'search', collection: 'entries', fields: ['memo', 'version'] }],
  })),
];

/**
 * `{ copy, space, id, reason }` for each copy that is missing or differs. Copies that a service does not
 * keep at all are left out, and so is what its owner deleted.
 */
export async function* findDifferences({ uri, namespace }) {
  const client = await MongoClient.connect(uri);
  const open = ({ service, collection }) =>
    client.db(databaseOf(namespace, service)).collection(collection);
  try {
    for (const { copies, ...owner } of owned) {
      for (const copy of copies) {
        if (copy.service === owner.service || !(await isKept(client, namespace, copy))) continue;
        const target = open(copy);
        const own = open(owner).find({ deleted: { $ne: true }, purge: null });
        for await (const chunk of chunksOf(own, 500)) {
          const keys = chunk.map(({ _id }) => _id);
          const found = await target.find({ _id: { $in: keys } }).toArray();
          const byKey = new Map(found.map((each) => [each._id, each]));
          for (const document of chunk) {
            const reason = differenceOf(document, byKey.get(document._id), copy.fields);
            if (reason === null) continue;
            const { space, id } = document;
            yield { copy: `${copy.service}.${copy.collection}`, space, id, reason };
          }
        }
      }
    }
  } finally {
    await client.close();
  }
}

/** Spaces that have posts, also where all of their tasks are lost. */
export async function findSpacesOfPosts({ uri, namespace }) {
  const client = await MongoClient.connect(uri);
  try {
    return await client.db(databaseOf(namespace, 'timeline')).collection('posts').distinct('space');
  } finally {
    await client.close();
  }
}

function databaseOf(namespace, service) {
  return namespace ? `${namespace}_${service}` : service;
}

/** Whether the service made the collection: an empty one is a copy that was lost. */
async function isKept(client, namespace, { service, collection }) {
  const database = client.db(databaseOf(namespace, service));
  return (await database.listCollections({ name: collection }).toArray()).length > 0;
}

/** Why a copy is none, of the fields that both have; null where they agree. */
export function differenceOf(
  document,
  copy,
  fields = Object.keys(document).filter((name) => !IGNORED.has(name)),
) {
  if (!copy) return 'missing';
  const differing = fields.filter(
    (name) => name in copy && isPlain(document[name]) && document[name] !== copy[name],
  );
  return differing.length > 0 ? `differs in ${differing.join(', ')}` : null;
}

function isPlain(value) {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

async function* chunksOf(items, size) {
  let chunk = [];
  for await (const item of items) {
    chunk.push(item);
    if (chunk.length === size) yield chunk.splice(0);
  }
  if (chunk.length > 0) yield chunk;
}
