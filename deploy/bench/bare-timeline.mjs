// The lower bound for the timeline: bare Fastify and the driver with the same queries and writes.
import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import { MongoClient } from 'mongodb';

const { mongoUri, database, space } = JSON.parse(process.argv[2]);
const client = await new MongoClient(mongoUri).connect();
const posts = client.db(database).collection('posts');
const written = await writable('posts');
const comments = await writable('comments');
const template = await posts.findOne({ space, deleted: false });
const commentTemplate = await client.db(database).collection('comments').findOne({ space });

/** A collection with the same indexes: what is written to it changes no page. */
async function writable(name) {
  const copy = client.db(`${database}-floor`).collection(name);
  const indexes = await client.db(database).collection(name).indexes();
  for (const { key, v: _version, ...options } of indexes)
    if (options.name !== '_id_') await copy.createIndex(key, options);
  return copy;
}

/** A new document like the template. */
function documentLike(template, fields) {
  const id = randomUUID();
  const at = new Date();
  return { ...template, _id: `${space}/${id}`, id, createdAt: at, updatedAt: at, ...fields };
}

const app = Fastify();
app.get('/posts', async () => ({
  items: await posts
    .find({ deleted: false, space, purge: null })
    .sort({ talkedAt: -1, id: -1 })
    .limit(11)
    .toArray(),
}));
app.post('/posts', async (request, reply) => {
  const post = documentLike(template, { memo: request.body.memo, talkedAt: new Date() });
  await written.insertOne(post);
  return reply.code(201).send(post);
});
app.post('/posts/:id/reactions', async (request) => {
  const entry = { ...request.body, reactedBy: 'floor', reactedAt: new Date() };
  return written.findOneAndUpdate(
    { _id: `${space}/${request.params.id}`, space },
    { $set: { reactions: [entry], updatedAt: new Date() }, $inc: { version: 1 } },
    { returnDocument: 'after' },
  );
});
app.post('/posts/:id/comments', async (request, reply) => {
  const _id = `${space}/${request.params.id}`;
  const post = await written.findOne({ _id, space });
  const { memo } = request.body;
  const comment = documentLike(commentTemplate, { postId: post.id, memo });
  await comments.insertOne(comment);
  await written.updateOne({ _id, space }, { $inc: { commentCount: 1, version: 1 } });
  return reply.code(201).send(comment);
});
const url = await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${JSON.stringify({ url })}\n`);
process.on('SIGTERM', async () => {
  await app.close();
  await client.close();
  process.exit(0);
});
