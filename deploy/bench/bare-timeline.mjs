// The lower bound for the timeline: bare Fastify and the driver with the same queries and writes.
import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import { MongoClient } from 'mongodb';

const { mongoUri, database, space } = JSON.parse(process.argv[2]);
const client = await new MongoClient(mongoUri).connect();
const posts = client.db(database).collection('posts');
// Its own writes go to a separate collection with the same indexes, so that they change no page.
const written = client.db(`${database}-floor`).collection('posts');
const template = await posts.findOne({ space, deleted: false });
for (const { key, name, v: _version, ...options } of await posts.indexes()) {
  if (name !== '_id_') await written.createIndex(key, { name, ...options });
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
  const now = new Date();
  const id = randomUUID();
  const post = {
    ...template,
    _id: `${space}/${id}`,
    id,
    memo: request.body.memo,
    talkedAt: now,
    createdAt: now,
    updatedAt: now,
  };
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
const url = await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${JSON.stringify({ url })}\n`);
process.on('SIGTERM', async () => {
  await app.close();
  await client.close();
  process.exit(0);
});
