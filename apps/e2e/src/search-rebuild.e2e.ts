import type { Insights, Post, SearchPostsAnswer, SearchRebuild } from '@engawa/contracts';
import { eventually } from './api';
import { databaseOf } from './database';
import { Space } from './space';

// The index of a space is lost and rebuilt while it is in use.
describe('the rebuild of the search index', () => {
  it('brings back every post and comment with its names and figures', async () => {
    const space = await Space.enter();
    const api = await space.signIn('admin');
    const member = await api.post<{ id: string }>('/members', {
      familyName: '白河',
      firstName: '蛍',
      familyNameKana: 'シラカワ',
      firstNameKana: 'ホタル',
    });
    const written = await api.post<Post>('/posts', {
      memo: '看板の色を決めた。',
      memberIds: [member.body.id],
      labelIds: ['businessIssue'],
    });
    await api.post(`/posts/${written.body.id}/comments`, { memo: '青がよいと思います。' });
    const found = async (q: string) =>
      (await api.get<SearchPostsAnswer>(`/search/posts?q=${encodeURIComponent(q)}`)).body.total;
    await eventually(async () => expect([await found('看板'), await found('青')]).toEqual([1, 1]));

    const search = databaseOf(space, 'search');
    const index = ['textBlocks', 'textDirectories'];
    for (const name of ['entries', 'names', 'insightDays', 'memberHealth', ...index]) {
      await search.collection(name).deleteMany({ space: space.id });
    }
    expect(await found('看板')).toBe(0);
    expect((await api.post('/search/rebuild')).status).toBe(202);
    await eventually(async () => {
      const { body } = await api.get<SearchRebuild>('/search/rebuild');
      expect(body.state).toBe('done');
    });
    expect([await found('看板'), await found('青'), await found('白河')]).toEqual([1, 1, 1]);
    await eventually(async () => {
      const day = new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10);
      const { body } = await api.get<Insights>(`/insights?from=${day}&to=${day}`);
      expect(body.posts.total).toBe(1);
    });
  });
});
