// The floor of the timeline page: bare Fastify and the driver, the same query, nothing else.
import Fastify from 'fastify';
import { MongoClient } from 'mongodb';

const { mongoUri, database, space } = JSON.parse(process.argv[2]);
const client = await new MongoClient(mongoUri).connect();
const posts = client.db(database).collection('posts');
const app = Fastify();
app.get('/posts', async () => ({
  items: await posts
    .find({ deleted: false, space, purge: null })
    .sort({ talkedAt: -1, id: -1 })
    .limit(11)
    .toArray(),
}));
const url = await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${JSON.stringify({ url })}\n`);
process.on('SIGTERM', async () => {
  await app.close();
  await client.close();
  process.exit(0);
});
