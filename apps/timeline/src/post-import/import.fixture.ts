import type { Post, PostImport, PostImportRow } from '@engawa/contracts';
import { eventually, type TestCaller } from '@engawa/testing';
import type { callersOf } from '../timeline.fixture';

export const heading = '話した日時,スタッフ,会員ID,ラベル,本文';

/** What tests of imports do and look up as the administrator. */
export function importCalls(callers: () => ReturnType<typeof callersOf>) {
  function send(text: string | Buffer, by: TestCaller = callers().admin) {
    const content = typeof text === 'string' ? Buffer.from(text) : text;
    return by.post('/posts/imports').attach('file', content, '昔の記録.csv');
  }
  async function reaches(id: string, state: PostImport['state']): Promise<PostImport> {
    return eventually(async () => {
      const { body } = await callers().admin.get(`/posts/imports/${id}`).expect(200);
      expect(body).toMatchObject({ state });
      return body as PostImport;
    });
  }
  async function check(text: string | Buffer): Promise<PostImport> {
    const { body } = await send(text).expect(202);
    expect(body).toMatchObject({ processed: 0, failure: null });
    return reaches(body.id, 'checked');
  }
  async function run(text: string | Buffer): Promise<PostImport> {
    const { id } = await check(text);
    await callers().admin.post(`/posts/imports/${id}/run`).expect(202);
    return reaches(id, 'done');
  }
  async function rowsOf(id: string, query = ''): Promise<PostImportRow[]> {
    return (await callers().admin.get(`/posts/imports/${id}/rows${query}`).expect(200)).body.items;
  }
  async function reportOf(id: string): Promise<Buffer> {
    const answer = callers().admin.get(`/posts/imports/${id}/report`).responseType('blob');
    return (await answer.expect(200)).body as Buffer;
  }
  /** Posts with talks in a year (Tokyo time), oldest first. */
  async function postsOf(year: number): Promise<Post[]> {
    const begin = (of: number) => encodeURIComponent(`${of}-01-01T00:00:00+09:00`);
    const query = `order=oldest&limit=50&from=${begin(year)}&to=${begin(year + 1)}`;
    return (await callers().admin.get(`/posts?${query}`).expect(200)).body.items;
  }

  return { send, reaches, check, run, rowsOf, reportOf, postsOf };
}
