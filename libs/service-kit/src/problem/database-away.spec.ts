import { isDatabaseAway } from './database-away';

const mongoError = (name: string, code?: number) => Object.assign(new Error('x'), { name, code });

describe('isDatabaseAway', () => {
  it.each([
    ['an unreachable server', mongoError('MongoServerSelectionError')],
    ['a server that shuts down', mongoError('MongoServerError', 91)],
    ['a full disk', mongoError('MongoServerError', 14_031)],
    ['a bulk write on a full disk', { errorResponse: mongoError('MongoServerError', 14_031) }],
    ['a cause', new Error('failed', { cause: mongoError('MongoNetworkError') })],
  ])('accepts %s', (_name, error) => expect(isDatabaseAway(error)).toBe(true));

  it.each([
    ['a duplicate key', mongoError('MongoServerError', 11_000)],
    ['the same code of something else', mongoError('Error', 14_031)],
    ['nothing', null],
  ])('rejects %s', (_name, error) => expect(isDatabaseAway(error)).toBe(false));
});
