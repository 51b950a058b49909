import { Logger } from '@nestjs/common';
import { mongoForTest, type MongoForTest } from '../testing/mongo-for-test';
import { Database } from './database';
import { checkDataFormat, DATA_FORMAT, type SecretKeyCheck } from './installation-record';

Logger.overrideLogger(false);

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64');

describe('a database at the start of a service', () => {
  let mongo: MongoForTest;
  let name: string;
  const opened: Database[] = [];

  const open = async (secretKey: Partial<SecretKeyCheck> | null = null) => {
    const check = { key: keyOf(1), replaced: false, decryptSample: async () => {}, ...secretKey };
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
    const decryptSample = () => Promise.reject(new Error('cannot be decrypted'));
    await expect(open({ key: keyOf(2), decryptSample })).rejects.toThrow('ENGAWA_SECRET_KEY');
    await open({ key: keyOf(1) });
  });

  it('opens data of an older format, and refuses them afterwards to the older version', async () => {
    const database = await open();
    await checkDataFormat(database['connection'], DATA_FORMAT + 1);
    await expect(open()).rejects.toThrow(
      `MONGODB_URI: the database ${name} holds data of a newer version`,
    );
  });
});
