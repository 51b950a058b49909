// Example of a third-party program: creates a post about the first member found, reads it back, and
// prints what the API rejects. Run with ENGAWA_URL and ENGAWA_TOKEN.
import { answerOf, createClient, each, EngawaProblem, type Schema } from '@engawa/client';

const engawa = createClient({
  baseUrl: process.env.ENGAWA_URL ?? 'http://localhost:4000',
  token: process.env.ENGAWA_TOKEN ?? null,
  language: 'en',
});

const members: Schema<'Member'>[] = [];
for await (const member of each((cursor) =>
  engawa.GET('/api/v1/members', { params: { query: { cursor, limit: 25 } } }),
)) {
  members.push(member);
}

const { id, version } = await answerOf(
  engawa.POST('/api/v1/posts', {
    body: { memo: '窓口の端末から書きました。', memberIds: [members[0]!.id] },
  }),
);
const place = { path: { postId: id } };
const changed: Schema<'Post'> = await answerOf(
  engawa.PATCH('/api/v1/posts/{postId}', {
    params: { ...place, header: { 'If-Match': `"${version}"` } },
    body: { memo: '窓口の端末から書き直しました。' },
  }),
);

// Many at once: each entry is written or refused on its own.
const { items: results } = await answerOf(
  engawa.POST('/api/v1/posts/bulk', { body: { items: [{ memo: '1件目です。' }, { memo: '' }] } }),
);

const refusals: string[] = [];
async function refused(asked: Promise<unknown>): Promise<void> {
  try {
    await asked;
  } catch (error) {
    if (!(error instanceof EngawaProblem)) throw error;
    refusals.push(`${error.status} ${error.code} ${error.errors[0]?.pointer ?? ''}`.trim());
  }
}
await refused(
  answerOf(
    engawa.PATCH('/api/v1/posts/{postId}', {
      params: { ...place, header: { 'If-Match': `"${version}"` } },
      body: { memo: 'zu spät' },
    }),
  ),
);
await refused(
  answerOf(engawa.GET('/api/v1/posts/{postId}', { params: { path: { postId: 'nosuch' } } })),
);
// @ts-expect-error a value of another type is refused by the compiler, too
await refused(answerOf(engawa.POST('/api/v1/posts', { body: { memo: 5 } })));
// @ts-expect-error so is an address that it does not have
await refused(answerOf(engawa.GET('/api/v1/nothing')));

const bulk = results.map(({ status }) => status);
console.log(JSON.stringify({ members: members.length, memo: changed.memo, bulk, refusals }));
