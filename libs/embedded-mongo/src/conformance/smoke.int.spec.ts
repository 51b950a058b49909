import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import mongoose from 'mongoose';
import { startMongoServer, type MongoServer } from '../index';

describe('a driver against the embedded server', () => {
  let server: MongoServer;
  let client: MongoClient;
  const folder = mkdtempSync(join(tmpdir(), 'em-'));
  beforeAll(async () => {
    server = await startMongoServer({ dbPath: folder });
    client = await MongoClient.connect(server.uri);
  });
  afterAll(async () => {
    await client.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('does the common operations', async () => {
    const c = client
      .db('t')
      .collection<{ _id: number; a?: number; tags?: string[]; n?: { x: number } }>('c');
    await c.createIndex({ a: 1 });
    await c.createIndex({ tags: 1, a: -1 });
    await c.insertMany(
      Array.from({ length: 300 }, (_, i) => ({ _id: i, a: i % 10, tags: [`t${i % 3}`, 'all'] })),
    );
    expect(await c.countDocuments({ a: 3 })).toBe(30);
    expect(await c.countDocuments()).toBe(300);
    expect(await c.estimatedDocumentCount()).toBe(300);
    expect(
      (await c.find({ tags: 'all' }).sort({ a: -1 }).limit(3).toArray()).map((d) => d.a),
    ).toEqual([9, 9, 9]);
    expect((await c.find({ a: { $gte: 8 } }).toArray()).length).toBe(60);
    expect((await c.find().toArray()).length).toBe(300);
    expect(
      await c.updateOne({ _id: 5 }, { $set: { a: 50 }, $push: { tags: 'new' } }),
    ).toMatchObject({ modifiedCount: 1 });
    expect(await c.findOne({ _id: 5 })).toEqual({ _id: 5, a: 50, tags: ['t2', 'all', 'new'] });
    expect(await c.updateMany({ a: 1 }, { $inc: { a: 100 } })).toMatchObject({ modifiedCount: 30 });
    expect(
      await c.findOneAndUpdate({ _id: 6 }, { $inc: { a: 1 } }, { returnDocument: 'after' }),
    ).toMatchObject({ a: 7 });
    expect((await c.deleteMany({ a: 101 })).deletedCount).toBe(30);
    expect(await c.countDocuments({ a: 101 })).toBe(0);
    await expect(c.insertOne({ _id: 5 })).rejects.toMatchObject({
      code: 11000,
      keyPattern: { _id: 1 },
      keyValue: { _id: 5 },
    });
    expect((await c.distinct('tags')).sort()).toEqual(['all', 'new', 't0', 't1', 't2']);
    expect((await c.updateOne({ _id: 999 }, { $set: { a: 1 } }, { upsert: true })).upsertedId).toBe(
      999,
    );
    expect((await c.indexes()).length).toBe(3);
  });

  it('serves mongoose', async () => {
    const connection = await mongoose.createConnection(`${server.uri}m`).asPromise();
    const Post = connection.model(
      'Post',
      new mongoose.Schema(
        { title: { type: String, unique: true }, at: Date },
        { timestamps: true },
      ),
    );
    await Post.init();
    const post = await Post.create({ title: 'x', at: new Date() });
    post.title = 'y';
    await post.save();
    expect(await Post.findById(post._id).lean()).toMatchObject({ title: 'y', __v: 0 });
    await expect(Post.create({ title: 'y' })).rejects.toMatchObject({ code: 11000 });
    await connection.close();
  });
});
