import mongoose, { Schema, Types, type Connection } from 'mongoose';
import { Subject } from './subject';

const subject = new Subject();
let connection: Connection;
beforeAll(async () => {
  await subject.start();
  connection = await mongoose
    .createConnection(subject.uri, { dbName: subject.db.databaseName })
    .asPromise();
});
afterAll(async () => {
  await connection.close();
  await subject.stop();
});

describe('mongoose', () => {
  it('makes, changes and removes documents', async () => {
    const Person = connection.model(
      'Person',
      new Schema(
        {
          name: { type: String, required: true },
          email: { type: String, unique: true, sparse: true },
          age: Number,
          tags: [String],
          address: { city: String, zip: String },
          visits: [{ at: Date, note: String }],
          extra: { type: Map, of: Number },
          raw: Buffer,
          big: BigInt,
          uuid: Schema.Types.UUID,
        },
        { timestamps: true, optimisticConcurrency: true },
      ),
    );
    await Person.init();
    const made = await Person.create({
      name: 'Aiko',
      email: 'a@example.org',
      age: 30,
      tags: ['x', 'y'],
      visits: [{ note: 'one' }, { note: 'two' }],
      extra: { a: 1 },
      raw: Buffer.from('abc'),
      big: 123456789012345n,
      uuid: '0189c1e2-0000-7000-8000-000000000001',
    });
    const found = (await Person.findById(made._id))!;
    expect(found.extra!.get('a')).toBe(1);
    expect(found.raw!.toString()).toBe('abc');
    expect(found.big).toBe(123456789012345n);
    expect(found.uuid!.toString()).toBe('0189c1e2-0000-7000-8000-000000000001');
    const stale = (await Person.findById(made._id))!;
    found.visits.id(found.visits[1]!._id)!.note = 'changed';
    found.tags.push('z');
    (found.tags as Types.Array<string>).pull('x');
    await found.save();
    stale.name = 'Other';
    await expect(stale.save()).rejects.toThrow(/version/i);
    await expect(Person.create({ name: 'B', email: 'a@example.org' })).rejects.toMatchObject({
      code: 11000,
      keyValue: { email: 'a@example.org' },
    });
    await Person.create([{ name: 'C' }, { name: 'D', age: 5 }]);
    expect(await Person.exists({ name: 'C' })).not.toBeNull();
    expect(await Person.distinct('name')).toEqual(expect.arrayContaining(['Aiko', 'C', 'D']));
    expect(await Person.countDocuments({ age: { $gt: 4 } })).toBe(2);
    expect(
      await Person.findOneAndUpdate({ name: 'C' }, { age: 9 }, { returnDocument: 'after' })
        .select('age -_id')
        .lean(),
    ).toEqual({ age: 9 });
    expect(
      await Person.findOneAndUpdate(
        { name: 'New' },
        { $setOnInsert: { age: 1 } },
        { upsert: true, returnDocument: 'after', setDefaultsOnInsert: true },
      ),
    ).toMatchObject({ name: 'New', age: 1 });
    const names: string[] = [];
    for await (const person of Person.find().sort({ name: 1 }).cursor({ batchSize: 1 }))
      names.push(person.name);
    expect(names).toEqual(['Aiko', 'C', 'D', 'New']);
    expect(
      (
        await Person.bulkWrite([
          { updateOne: { filter: { name: 'D' }, update: { age: 6 } } },
          { deleteOne: { filter: { name: 'New' } } },
        ])
      ).deletedCount,
    ).toBe(1);
    expect(
      await Person.aggregate([
        { $match: { age: { $exists: true } } },
        { $group: { _id: null, sum: { $sum: '$age' } } },
      ]),
    ).toEqual([{ _id: null, sum: 45 }]);
    const all = await Person.find({ name: { $in: ['C', 'D'] } });
    all.forEach((person) => (person.age = 1));
    await Person.bulkSave(all);
    expect((await Person.deleteMany({ age: 1 })).deletedCount).toBe(2);
  });

  it('populates and discriminates', async () => {
    const Author = connection.model('Author', new Schema({ name: String }));
    const Book = connection.model(
      'Book',
      new Schema(
        { title: String, author: { type: Schema.Types.ObjectId, ref: 'Author' } },
        { discriminatorKey: 'kind' },
      ),
    );
    const Comic = Book.discriminator('Comic', new Schema({ pages: Number }));
    const author = await Author.create({ name: 'N' });
    await Comic.create({ title: 'c', author: author._id, pages: 3 });
    await Book.create({ title: 'b', author: author._id });
    expect(await Comic.countDocuments()).toBe(1);
    const books = await Book.find()
      .populate<{ author: { name: string } }>('author')
      .sort({ title: 1 });
    expect(books.map((book) => book.author.name)).toEqual(['N', 'N']);
  });

  it('keeps indexes in step', async () => {
    const Thing = connection.model('Thing', new Schema({ a: Number, b: Number }).index({ a: 1 }));
    await Thing.createCollection();
    expect(await Thing.syncIndexes()).toEqual([]);
    await Thing.collection.createIndex({ b: 1 });
    expect(await Thing.diffIndexes()).toEqual({ toDrop: ['b_1'], toCreate: [] });
    expect(await Thing.syncIndexes()).toEqual(['b_1']);
    expect(Object.keys(await Thing.collection.indexInformation())).toEqual(['_id_', 'a_1']);
    expect((await connection.listCollections()).map(({ name }) => name)).toContain('things');
  });
});
