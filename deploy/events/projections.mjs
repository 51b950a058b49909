// Compares the entities of a service with the projections in other services, directly in the
// databases.
import { MongoClient } from 'mongodb';

const listeners = ['members', 'timeline', 'tasks', 'notifications', 'search', 'integrations'];
const directory = (copy) => listeners.map((service) => ({ service, collection: copy }));
/** Fields that change without an event, or that have another meaning in the projection. */
const ignoredFields = new Set([
  '_id',
  'version',
  'createdAt',
  'updatedAt',
  'pendingEvents',
  'applied',
]);

const owned = [
  { service: 'members', collection: 'members', copies: directory('directoryMembers') },
  { service: 'identity', collection: 'staffs', copies: directory('directoryStaffs') },
  { service: 'identity', collection: 'spaces', copies: directory('directorySpaces') },
  {
    service: 'timeline',
    collection: 'labels',
    copies: [{ service: 'tasks', collection: 'labels' }],
  },
  {
    service: 'timeline',
    collection: 'posts',
    copies: [
      { service: 'search', collection: 'entries', fields: ['memo', 'version'] },
      { service: 'members', collection: 'talks', fields: ['version'] },
    ],
  },
  {
    service: 'timeline',
    collection: 'comments',
    copies: [
      { service: 'search', collection: 'entries', fields: ['memo', 'version'] },
      { service: 'notifications', collection: 'participations', fields: ['postId', 'version'] },
    ],
  },
];
/** Tolerance between the creation times of a post and the task written with it, in ms. */
const TOGETHER_MS = 1_000;

/**
 * Yields `{ copy, space, id, reason }` for each missing or different projection. Collections that a
 * service does not have are skipped, and so are deleted entities.
 */
export async function* findDifferences({ uri, namespace }) {
  const client = await MongoClient.connect(uri);
  const open = (service, collection) =>
    client.db(databaseOf(namespace, service)).collection(collection);
  try {
    for (const { copies, ...owner } of owned) {
      for (const copy of copies) {
        if (copy.service === owner.service || !(await isKept(client, namespace, copy))) continue;
        yield* findDifferingProjections(open, owner, copy);
      }
    }
    yield* findWrongCommentCounts(open);
    const inbox = { service: 'notifications', collection: 'notifications' };
    if (await isKept(client, namespace, inbox)) yield* findLostNotifications(open);
  } finally {
    await client.close();
  }
}

const existing = { deleted: { $ne: true }, purge: null };

async function* findDifferingProjections(open, owner, copy) {
  const target = open(copy.service, copy.collection);
  const own = open(owner.service, owner.collection).find(existing);
  for await (const chunk of chunksOf(own, 500)) {
    const keys = chunk.map(({ _id }) => _id);
    const found = await target.find({ _id: { $in: keys } }).toArray();
    const byKey = new Map(found.map((each) => [each._id, each]));
    for (const document of chunk) {
      const reason = differenceBetween(document, byKey.get(document._id), copy.fields);
      if (reason === null) continue;
      const { space, id } = document;
      yield { copy: `${copy.service}.${copy.collection}`, space, id, reason };
    }
  }
}

async function* findWrongCommentCounts(open) {
  const comments = open('timeline', 'comments');
  for await (const post of open('timeline', 'posts').find(existing)) {
    const { space, id, commentCount } = post;
    const count = await comments.countDocuments({ space, postId: id, deleted: false });
    if (count === commentCount) continue;
    const reason = `counts ${commentCount} of ${count} comments`;
    yield { copy: 'timeline.posts', space, id, reason };
  }
}

/**
 * Notifications that must exist: for the first assignee of a task written with its post or comment,
 * and for the owner of a post that somebody else comments on. Staff members with preferences are
 * skipped because earlier preferences are unknown, integrations because nobody reads what they get, and
 * comments on a post that its owner muted unless they mention the owner.
 */
async function* findLostNotifications(open) {
  const posts = open('timeline', 'posts');
  const comments = open('timeline', 'comments');
  for await (const chunk of chunksOf(posts.find({ ...existing, importKey: null }), 500)) {
    yield* findMissing(open, chunk.flatMap(assigneeOf));
  }
  for await (const chunk of chunksOf(comments.find(existing), 500)) {
    const keys = chunk.map(({ space, postId }) => `${space}/${postId}`);
    const found = await posts.find({ _id: { $in: keys }, ...existing }).toArray();
    const owners = new Map(found.map(({ _id, ownerId }) => [_id, ownerId]));
    const muted = await findMutes(open, chunk);
    const ofPosts = chunk.flatMap(({ space, id, postId, ownerId, mentions }) => {
      const staffId = owners.get(`${space}/${postId}`);
      const isQuiet = muted.has(`${space}/${postId}/${staffId}`) && !mentions?.includes(staffId);
      const told = staffId && staffId !== ownerId && !isQuiet;
      return told ? [{ space, staffId, cause: `comment/${id}` }] : [];
    });
    yield* findMissing(open, [...ofPosts, ...chunk.flatMap(assigneeOf)]);
  }
}

function assigneeOf({ space, id, ownerId, createdAt, mirror }) {
  const staffId = mirror?.present.value ? mirror.assignUserId.value : null;
  if (!staffId || staffId === ownerId) return [];
  const { stamp } = mirror.assignUserId;
  const together = Math.abs(Number(stamp.split('-')[0]) - createdAt.getTime()) < TOGETHER_MS;
  return together ? [{ space, staffId, cause: `task/${id}` }] : [];
}

/** Who muted the posts of these comments, as `space/post/staff`. */
async function findMutes(open, comments) {
  const spaces = [...new Set(comments.map(({ space }) => space))];
  const posts = [...new Set(comments.map(({ postId }) => postId))];
  const found = open('notifications', 'follows').find({
    ...{ space: { $in: spaces }, target: 'post', targetId: { $in: posts }, choice: 'mute' },
    purge: null,
  });
  const mutes = await found.toArray();
  return new Set(mutes.map(({ space, targetId, staffId }) => `${space}/${targetId}/${staffId}`));
}

async function* findMissing(open, expected) {
  if (expected.length === 0) return;
  const causes = [...new Set(expected.map(({ cause }) => cause))];
  const spaces = [...new Set(expected.map(({ space }) => space))];
  const filter = { space: { $in: spaces }, cause: { $in: causes } };
  const found = await open('notifications', 'notifications').find(filter).toArray();
  const keyOf = ({ space, staffId, cause }) => `${space} ${staffId} ${cause}`;
  const there = new Set(found.map(keyOf));
  const missing = expected.filter((each) => !there.has(keyOf(each)));
  const keys = missing.map(({ space, staffId }) => `${space}/${staffId}`);
  const ofStaff = (collection, filter) =>
    open('notifications', collection)
      .find({ _id: { $in: keys }, ...filter })
      .toArray();
  const skipped = [
    ...(await ofStaff('preferences', {})),
    ...(await ofStaff('directoryStaffs', { integration: true })),
  ];
  const skippedKeys = new Set(skipped.map(({ _id }) => _id));
  for (const { space, staffId, cause } of missing) {
    if (skippedKeys.has(`${space}/${staffId}`)) continue;
    const reason = `missing for ${staffId}`;
    yield { copy: 'notifications.notifications', space, id: cause, reason };
  }
}

/** Spaces with posts, including those that have lost all of their tasks. */
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

/** Whether the service created the collection: an empty one is a lost projection. */
async function isKept(client, namespace, { service, collection }) {
  const database = client.db(databaseOf(namespace, service));
  return (await database.listCollections({ name: collection }).toArray()).length > 0;
}

/** Why a projection differs in the fields that both have; null if it does not. */
export function differenceBetween(
  document,
  copy,
  fields = Object.keys(document).filter((name) => !ignoredFields.has(name)),
) {
  if (!copy) return 'missing';
  const differing = fields.filter(
    (name) =>
      name in copy && isPlain(document[name]) && document[name] !== copy[name] && !isNewer(name),
  );
  // A reaction or a reminder raises the version of a post without an event that its copies follow.
  function isNewer(name) {
    return name === 'version' && copy.version >= (document.contentVersion ?? document.version);
  }
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
