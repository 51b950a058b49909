import { problemOf } from './framework-problem';

it.each(['MongoNetworkError', 'FileStoreUnavailableError'])(
  'answers %s with 503 and a time to try again',
  (name) => {
    const problem = problemOf(Object.assign(new Error('away'), { name }), { bodyLimit: 1 });
    expect(problem).toMatchObject({ code: 'internal.not-ready', status: 503 });
    expect(problem?.options.headers).toEqual({ 'retry-after': expect.stringMatching(/^\d+$/) });
  },
);
