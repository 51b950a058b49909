import { Logger } from '@nestjs/common';
import { SealedBox } from '@engawa/service-kit';
import { mongoForTest, type MongoForTest } from '../testing/mongo-for-test';
import { Database } from './database';
import { checkDataFormat, DATA_FORMAT, type SecretKeyCheck } from './installation-record';
import type { StoredSecrets } from './stored-secrets';

Logger.overrideLogger(false);

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const boxOf = (key: string) => new SealedBox(Buffer.from(key, 'base64'));
const secrets: StoredSecrets = {
  fields: [
    { collection: 'things', field: 'lock.secret', ownerOf: ({ id }) => id },
    {
      ...{ collection: 'messages', field: 'body', where: { kind: 'chat' } },
      ownerOf: ({ space }) => space,
    },
  ],
  boxOf,
};

describe('a database at the start of a service', () => {
  let mongo: MongoForTest;
  let name: string;
  const opened: Database[] = [];

  const open = async (secretKey: Partial<SecretKeyCheck> | null = null) => {
    const check = { key: keyOf(1), replaced: false, secrets, ...secretKey };
    const database = new Database(mongo.uri, name, secretKey && check);
    opened.push(database);
    await database.open();
    return database;
  };

  beforeAll(async () => {
    mongo = await mongoForTest();
  });
  beforeEach(() => {
    name = `record_${opened.length}_${Date.now()}`;
  });
  afterEach(async () => {
    await opened[0]?.drop();
    await Promise.all(opened.splice(0).map((database) => database.close()));
  });
  afterAll(() => mongo.stop());

  it('opens again with the same key, for replicas that start at the same time as well', async () => {
    await Promise.all(Array.from({ length: 4 }, () => open({})));
    await open({});
    const records = opened[0]!['connection'].collection('installation');
    expect(await records.countDocuments()).toBe(2);
  });

  it('runs work of an update until it has ended, and never again', async () => {
    const work = jest.fn(async () => true);
    work.mockRejectedValueOnce(new Error('interrupted')).mockResolvedValueOnce(false);
    const database = await open();
    await expect(database.runOnce('work', work)).rejects.toThrow('interrupted');
    for (let start = 0; start < 3; start += 1) await database.runOnce('work', work);
    expect(work).toHaveBeenCalledTimes(3);
    await database.runOnce('other work', work);
    expect(work).toHaveBeenCalledTimes(4);
  });

  it('refuses another secret key, until it is declared as the replacement', async () => {
    await open({});
    await expect(open({ key: keyOf(2) })).rejects.toThrow(
      /^wrong configuration: ENGAWA_SECRET_KEY: is not the key/,
    );
    await open({ key: keyOf(2), replaced: true });
    await open({ key: keyOf(2) });
    await expect(open({ key: keyOf(1) })).rejects.toThrow('ENGAWA_SECRET_KEY');
  });

  it('does not record a key that decrypts none of the secrets stored before', async () => {
    const database = await open();
    const secret = boxOf(keyOf(1)).seal('a', 'known before');
    await database['connection'].collection('things').insertOne({ id: 'a', lock: { secret } });
    await expect(open({ key: keyOf(2) })).rejects.toThrow('ENGAWA_SECRET_KEY');
    await open({ key: keyOf(1) });
  });

  it('does not record it either where the secrets are in a later field, behind emptied texts', async () => {
    const database = await open();
    const body = boxOf(keyOf(1)).seal('s', 'known before');
    await database['connection'].collection('messages').insertMany([
      { id: 'l', space: 's', kind: 'chat', body: '' },
      { id: 'm', space: 's', kind: 'chat', body },
    ]);
    await expect(open({ key: keyOf(2) })).rejects.toThrow('ENGAWA_SECRET_KEY');
    await open({ key: keyOf(1) });
  });

  it('encrypts what is stored again when the key is changed, also after a crash within', async () => {
    const database = await open({});
    const things = database['connection'].collection('things');
    const messages = database['connection'].collection('messages');
    const [before, now] = [boxOf(keyOf(1)), boxOf(keyOf(2))];
    await things.insertMany([
      { id: 'a', lock: { secret: before.seal('a', 'one') } },
      // An earlier attempt came this far.
      { id: 'b', lock: { secret: now.seal('b', 'two') } },
      { id: 'c', lock: null },
      { id: 'd', lock: { secret: boxOf(keyOf(3)).seal('d', 'of a lost key') } },
    ]);
    await messages.insertMany([
      { id: 'm', space: 's', kind: 'chat', body: before.seal('s', 'hello') },
      { id: 'n', space: 's', kind: 'webhook', body: '{}' },
    ]);
    const stored = async () => ({
      things: await things.find().sort({ id: 1 }).toArray(),
      messages: await messages.find().sort({ id: 1 }).toArray(),
    });
    const untouched = await stored();

    await expect(open({ key: keyOf(2), former: keyOf(3) })).rejects.toThrow('ENGAWA_SECRET_KEY');
    expect(await stored()).toEqual(untouched);
    // Replicas that start at the same time.
    await Promise.all([1, 2, 3].map(() => open({ key: keyOf(2), former: keyOf(1) })));

    const after = await stored();
    expect(now.openStored('a', after.things[0]!['lock'].secret)).toBe('one');
    expect(now.openStored('s', after.messages[0]!['body'])).toBe('hello');
    expect(after.things.slice(1)).toEqual(untouched.things.slice(1));
    expect(after.messages[1]).toEqual(untouched.messages[1]);
    await open({ key: keyOf(2) });
    await expect(open({ key: keyOf(1) })).rejects.toThrow('ENGAWA_SECRET_KEY');
  });

  it('opens data of an older format, and refuses them afterwards to the older version', async () => {
    const database = await open();
    await checkDataFormat(database['connection'], DATA_FORMAT + 1);
    await expect(open()).rejects.toThrow(
      `MONGODB_URI: the database ${name} holds data of a newer version`,
    );
  });
});
