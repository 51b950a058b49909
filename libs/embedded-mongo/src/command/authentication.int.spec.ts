import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MongoClient } from 'mongodb';
import { startMongoServer, type MongoServer } from '../mongo-server';

describe('a server with an account', () => {
  const account = { user: 'engawa', password: 'pass/word,=縁側' };
  let dbPath: string;
  let server: MongoServer;

  beforeAll(async () => {
    dbPath = await mkdtemp(path.join(tmpdir(), 'embedded-mongo-'));
    server = await startMongoServer({ dbPath, account, replicaSet: 'engawa' });
  });
  afterAll(async () => {
    await server.close();
    await rm(dbPath, { recursive: true });
  });

  async function insert(credentials: string): Promise<number> {
    const uri = `mongodb://${credentials}127.0.0.1:${server.port}/?replicaSet=engawa&authSource=admin`;
    const client = await new MongoClient(uri, { serverSelectionTimeoutMS: 2_000 }).connect();
    try {
      await client.db('timeline').collection('posts').insertOne({ memo: 'a' });
      return await client.db('timeline').collection('posts').countDocuments();
    } finally {
      await client.close();
    }
  }
  const login = (user: string, password: string) => `${user}:${encodeURIComponent(password)}@`;

  it('takes commands of those who sign in', async () => {
    expect(await insert(login(account.user, account.password))).toBe(1);
  });

  it('refuses commands of those who do not', async () => {
    await expect(insert('')).rejects.toMatchObject({ code: 13, codeName: 'Unauthorized' });
  });

  it.each([
    ['a wrong password', account.user, 'wrong'],
    ['another name', 'admin', account.password],
  ])('refuses %s', async (_what, user, password) => {
    await expect(insert(login(user, password))).rejects.toMatchObject({
      code: 18,
      codeName: 'AuthenticationFailed',
    });
  });
});
