import type {
  AuditEntry,
  Member,
  Notification,
  Post,
  SearchPostsAnswer,
  Task,
} from '@engawa/contracts';
import { Api, eventually } from './api';
import { Space } from './space';

describe('a member who is erased (MBR-5)', () => {
  let space: Space;
  let admin: Api;
  let staff: Api;

  beforeAll(async () => {
    space = await Space.enter();
    admin = await space.signIn('admin');
    staff = await space.signIn('staff');
  }, 180_000);

  it('is named nowhere any more, and everything else stays', async () => {
    // Unique in the installation and per attempt.
    const mark = String(Date.now() % 100_000);
    const [family, first, kana, company] = [
      `消残${mark}`,
      `花枝${mark}`,
      `ショウザン${mark}`,
      `残し商店${mark}`,
    ];
    const { body: member } = await admin.post<Member>('/members', {
      familyName: family,
      firstName: first,
      familyNameKana: kana,
      company,
    });
    const { body: post } = await admin.post<Post>('/posts', {
      memo: `${family}さんと鍵の話`,
      memberIds: [member.id],
      task: { status: 'waiting', assignUserId: staff.staffId },
    });
    await staff.post(`/posts/${post.id}/comments`, { memo: `${kana}さんに返事` });
    await admin.post('/posts', { memo: `${family} ${first}様の紹介` });

    // Everything must have arrived before it is removed.
    const search = (q: string) =>
      staff.get<SearchPostsAnswer>(`/search/posts?q=${encodeURIComponent(q)}`);
    await eventually(async () => {
      expect((await search(family)).body.total).toBe(2);
      expect((await staff.get<Task>(`/tasks/${post.id}`)).status).toBe(200);
      expect(await excerpts(staff)).toContain(`${family}さんと鍵の話`);
      expect(await excerpts(admin)).toContain(`${kana}さんに返事`);
      expect(JSON.stringify(await audit(admin, member.id))).toContain(`${family} ${first}`);
    });

    const erased = await admin.post<Member>(`/members/${member.id}/erase`, { familyName: family });
    expect(erased).toMatchObject({ status: 200, body: { erased: true, deleted: true } });
    await eventually(async () => {
      const told = [
        await admin.get(`/members/${member.id}`),
        await admin.get('/posts'),
        await admin.get(`/posts/${post.id}/comments`),
        await staff.get(`/tasks/${post.id}`),
        await excerpts(staff),
        await excerpts(admin),
        await staff.get('/today?since=2026-01-01T00:00:00Z'),
        await audit(admin, member.id),
        await staff.get(`/insights/members/${member.id}`),
      ];
      for (const answer of told) {
        const text = JSON.stringify(answer);
        for (const name of [family, first, kana, company]) expect(text).not.toContain(name);
      }
      for (const q of [family, first, kana, company]) {
        expect([q, (await search(q)).body.total]).toEqual([q, 0]);
      }
    }, 60_000);

    const { body: after } = await admin.get<Post>(`/posts/${post.id}`);
    expect(after).toMatchObject({ memo: '■■さんと鍵の話', editedAt: null });
    expect(after.members).toMatchObject([{ id: member.id, deleted: true }]);
    const lines = await audit(admin, member.id);
    expect(lines.map(({ action }) => action).sort()).toEqual([
      'members.member.added',
      'members.member.erased',
    ]);
    expect((await admin.post(`/members/${member.id}/restore`, {})).status).toBe(409);
  }, 180_000);
});

async function excerpts(api: Api): Promise<string[]> {
  const { body } = await api.get<{ items: Notification[] }>('/notifications?limit=100');
  return body.items.map(({ excerpt }) => excerpt);
}

async function audit(api: Api, targetId: string): Promise<AuditEntry[]> {
  const { body } = await api.get<{ items: AuditEntry[] }>(`/audit-entries?targetId=${targetId}`);
  return body.items;
}
