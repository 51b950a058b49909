import { Long, type ClientSession, type Document } from 'mongodb';
import { Subject } from '../conformance/subject';

const subject = new Subject();
let session: ClientSession;

beforeAll(async () => {
  await subject.start();
  session = subject.client.startSession();
});
afterAll(async () => {
  await session.endSession();
  await subject.stop();
});

const run = (command: Document): Promise<Document> => subject.db.command(command, { session });

describe('commands of several statements that are sent again', () => {
  it('do each statement once, also those of many runs', async () => {
    const c = await subject.with({ _id: 1, n: 0 }, { _id: 2, n: 0 }, { _id: 3, n: 0 });
    const updates = [
      { q: { _id: 1 }, u: { $inc: { n: 1 } } },
      { q: { _id: 9 }, u: { $set: { n: 9 } }, upsert: true },
      { q: { _id: 2 }, u: { $inc: { n: 1 } } },
      { q: { _id: 3 }, u: { $inc: { n: 1 } } },
    ];
    const command = { update: c.collectionName, updates, txnNumber: Long.fromNumber(101) };
    const first = await run({ ...command });
    expect(first).toMatchObject({ n: 4, nModified: 3, upserted: [{ index: 1, _id: 9 }] });
    expect(await run({ ...command })).toMatchObject({
      n: 4,
      nModified: 3,
      upserted: [{ index: 1, _id: 9 }],
    });
    expect(await c.find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 1, n: 1 },
      { _id: 2, n: 1 },
      { _id: 3, n: 1 },
      { _id: 9, n: 9 },
    ]);
  });

  it('tell those that were done from those that failed', async () => {
    const c = await subject.with({ _id: 2 }, { _id: 5 });
    const insert = {
      insert: c.collectionName,
      documents: [1, 2, 3, 4, 5, 6].map((_id) => ({ _id })),
      ordered: false,
      txnNumber: Long.fromNumber(102),
    };
    const done = {
      n: 4,
      writeErrors: [
        { index: 1, code: 11000 },
        { index: 4, code: 11000 },
      ],
    };
    expect(await run({ ...insert })).toMatchObject(done);
    await c.deleteMany({ _id: { $in: [2, 5] as never[] } });
    // Those that were done are not done again; those that failed are tried again.
    expect(await run({ ...insert })).toMatchObject({ n: 6 });
    expect(await c.countDocuments()).toBe(6);
  });

  it('take a great many statements in one command', async () => {
    const c = subject.fresh();
    const documents = Array.from({ length: 20_000 }, (_, _id) => ({ _id }));
    const insert = { insert: c.collectionName, documents, txnNumber: Long.fromNumber(103) };
    expect(await run({ ...insert })).toMatchObject({ n: 20_000 });
    expect(await run({ ...insert })).toMatchObject({ n: 20_000 });
    expect(await c.countDocuments()).toBe(20_000);
  });
});
