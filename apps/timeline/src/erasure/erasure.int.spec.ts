import { type Erasure, events, type PostImport, writingsOf } from '@engawa/contracts';
import { Directory } from '@engawa/directory';
import { answerAs, eventually, memberFacts, type TestService, throughout } from '@engawa/testing';
import { ErasureRepository } from './erasure.repository';
import { ErasureService } from './erasure.service';
import { callersOf, people, startTimeline } from '../timeline.fixture';

let service: TestService;
let callers: ReturnType<typeof callersOf>;
const asked: string[] = [];
let stopAnswering: () => Promise<void>;

const sato: Erasure = {
  memberIds: [people.sato],
  ...writingsOf({
    familyName: '佐藤',
    firstName: '花子',
    familyNameKana: 'サトウ',
    firstNameKana: 'ハナコ',
  }),
};
const takahashi: Erasure = {
  memberIds: ['member-takahashi'],
  ...writingsOf({
    familyName: '高橋',
    firstName: '一郎',
    familyNameKana: '',
    firstNameKana: '',
  }),
};

beforeAll(async () => {
  service = await startTimeline();
  callers = callersOf(service);
  const transport = await answerAs(service, 'members', {
    'members.findErasure': ({ memberId }: { memberId: string }) => {
      asked.push(memberId);
      return [sato, takahashi].find(({ memberIds }) => memberIds.includes(memberId)) ?? null;
    },
  });
  stopAnswering = () => transport.close();
});
afterAll(async () => {
  await stopAnswering?.();
  await service?.stop();
});

async function importOf(id: string): Promise<PostImport> {
  return (await callers.admin.get(`/posts/imports/${id}`).expect(200)).body;
}
/** A checked file that waits for its run. */
async function checkedFile(content: string): Promise<string> {
  const { body } = await callers.admin
    .post('/posts/imports')
    .attach('file', Buffer.from(content), 'posts.csv')
    .expect(202);
  await eventually(async () => expect((await importOf(body.id)).state).toBe('checked'));
  return body.id;
}

describe('an erased member', () => {
  it('loses the name in posts, their history, comments and drafts, with events for copies', async () => {
    const { writer, foreign } = callers;
    const post = async (memo: string, memberIds: string[], caller = writer) =>
      (await caller.post('/posts').send({ memo, memberIds }).expect(201)).body;
    const about = await post('初めの佐藤花子さん 090-1234-5678', [people.sato]);
    const edited = await writer
      .patch(`/posts/${about.id}`)
      .set('if-match', `"${about.version}"`)
      .send({ memo: '佐藤さんと話した' })
      .expect(200);
    const comment = (
      await writer
        .post(`/posts/${about.id}/comments`)
        .send({ memo: 'サトウさんに電話' })
        .expect(201)
    ).body;
    const view = (
      await writer
        .post('/saved-views')
        .send({ displayName: '佐藤花子さん', memberCriteria: { q: '佐藤 花子' } })
        .expect(201)
    ).body;
    const page = `https://engawa.example/members/${people.sato}`;
    const message = await post(`@水野 確認を。\n・佐藤 ${page}`, []);
    const elsewhere = await post('佐藤 花子さんと佐藤さん', []);
    const others = await post('鈴木さん 090-8765-4321', [people.suzuki]);
    const abroad = await post('佐藤花子', [], foreign);
    await writer
      .put('/drafts/draft-of-sato')
      .send({ revision: 1, memo: '佐藤花子さんへ', memberIds: [people.sato] })
      .expect(200);

    await callers.admin
      .post('/post-templates')
      .send({ displayName: '佐藤花子さん用', memo: '佐藤 花子さんに' })
      .expect(201);

    const named = await checkedFile('メモ,会員\n話した,佐藤 花子\n');
    const unnamed = await checkedFile('メモ\n佐藤さんと話した\n');

    await service.publish(events.memberErased, {
      data: { memberId: people.sato, memberIds: [people.sato] },
    });
    const memo = async (path: string, caller = writer) =>
      (await caller.get(path).expect(200)).body.memo as string;
    await eventually(async () => {
      expect(await memo(`/posts/${about.id}`)).toBe('■■さんと話した');
      expect(await memo(`/posts/${about.id}/comments/${comment.id}`)).toBe('■■さんに電話');
      expect(await memo(`/posts/${elsewhere.id}`)).toBe('■■さんと佐藤さん');
      expect(await memo('/drafts/draft-of-sato')).toBe('■■さんへ');
    });
    await eventually(async () => {
      expect(await memo(`/posts/${message.id}`)).toBe(`@水野 確認を。\n・■■ ${page}`);
      const views = await writer.get('/saved-views?page=members').expect(200);
      expect(views.body.items).toMatchObject([
        { id: view.id, displayName: '■■さん', memberCriteria: { q: '■■' } },
      ]);
      const { body } = await writer.get('/post-templates').expect(200);
      expect(body.items).toMatchObject([{ displayName: '■■さん用', memo: '■■さんに' }]);
    });
    expect(await importOf(named)).toMatchObject({ fileKept: false, counts: { refused: 1 } });
    const { items } = (await callers.admin.get(`/posts/imports/${named}/rows`).expect(200)).body;
    expect(items[0].problems).toMatchObject([{ column: 'members', value: '■■' }]);
    expect(await importOf(unnamed)).toMatchObject({ fileKept: true });
    const history = await writer.get(`/posts/${about.id}/history`).expect(200);
    expect(history.body.items).toMatchObject([{ memo: '初めの■■さん ■■' }]);
    expect(await memo(`/posts/${others.id}`)).toBe('鈴木さん 090-8765-4321');
    expect(await memo(`/posts/${abroad.id}`, foreign)).toBe('佐藤花子');
    await eventually(() => {
      const told = [
        ...service.events.of(events.postUpdated),
        ...service.events.of(events.commentUpdated),
      ].filter(({ data }) => data.redacted);
      expect(told.map(({ data }) => data.memo).sort()).toEqual(
        [
          '■■さんと話した',
          '■■さんと佐藤さん',
          '■■さんに電話',
          `@水野 確認を。\n・■■ ${page}`,
        ].sort(),
      );
    });

    // A client with the old text cannot restore it.
    await writer
      .patch(`/posts/${about.id}`)
      .set('if-match', `"${edited.body.version}"`)
      .send({ memo: '佐藤さんと話した。' })
      .expect(412);
  });

  it('loses the name in titles of files, also of those that are attached afterwards', async () => {
    const { writer } = callers;
    const [memberId] = takahashi.memberIds as [string];
    await service.publish(events.memberAdded, { data: memberFacts({ memberId }) });
    const directory = service.running.app.get(Directory);
    await eventually(async () =>
      expect((await directory.findMembers('space-a', [memberId])).size).toBe(1),
    );
    const upload = async (name: string): Promise<string> =>
      (await writer.post('/attachments').attach('file', Buffer.from(name), name).expect(201)).body
        .id;
    const inDraft = await upload('高橋さんの契約書.txt');
    const loose = await upload('高橋 一郎.txt');
    const removed = await upload('高橋さんの写真.txt');
    const titles = ({ body }: { body: { attachments: { title: string }[] } }) =>
      body.attachments.map(({ title }) => title);
    const draftPath = '/drafts/draft-of-takahashi';
    const save = (revision: number) =>
      writer
        .put(draftPath)
        .send({ revision, memo: '契約', memberIds: [memberId], attachmentIds: [inDraft] })
        .expect(200);
    await save(1);
    const post = await writer
      .post('/posts')
      .send({ memo: '写真', memberIds: [memberId], attachmentIds: [removed] })
      .expect(201);
    const attach = (attachmentIds: string[]) =>
      writer
        .patch(`/posts/${post.body.id}`)
        .set('if-match', '*')
        .send({ attachmentIds })
        .expect(200);
    await attach([]);

    await service.publish(events.memberErased, {
      data: { memberId, memberIds: takahashi.memberIds },
    });
    await eventually(async () =>
      expect(titles(await writer.get(draftPath).expect(200))).toEqual(['■■さんの契約書.txt']),
    );
    expect(titles(await save(5))).toEqual(['■■さんの契約書.txt']);
    expect(titles(await attach([removed]))).toEqual(['■■さんの写真.txt']);
    const sent = await writer
      .post('/posts')
      .send({ memo: '契約', attachmentIds: [inDraft, loose] })
      .expect(201);
    expect(titles(sent)).toEqual(['■■さんの契約書.txt', '■■.txt']);
  });

  it('loses the name in titles of files, also where an earlier version began the erasure', async () => {
    const { writer } = callers;
    const { body } = await writer
      .post('/attachments')
      .attach('file', Buffer.from('…'), '渡辺 蘭.txt')
      .expect(201);
    const erasures = service.running.app.get(ErasureRepository);
    await erasures.insert('space-a', {
      ...{ id: 'member-of-before', memberIds: [], whole: ['渡辺 蘭'], part: [] },
      ...{ phase: 'posts', after: null, waitingSince: new Date() },
    });
    service.running.app.get(ErasureService).wake({ space: 'space-a', receiver: '' });
    const isDone = async () =>
      expect(await erasures.findById('space-a', 'member-of-before')).toMatchObject({ whole: [] });
    await eventually(isDone, { timeoutMs: 30_000 });
    const sent = await writer
      .post('/posts')
      .send({ memo: '…', attachmentIds: [body.id] })
      .expect(201);
    expect(sent.body.attachments).toMatchObject([{ title: '■■.txt' }]);
  });

  it('is refused where the members service does not report the erasure', async () => {
    await service.publish(events.memberErased, {
      data: { memberId: people.suzuki, memberIds: [people.suzuki] },
    });
    await eventually(() => expect(asked).toContain(people.suzuki));
    const erasures = service.running.app.get(ErasureRepository);
    await throughout(async () =>
      expect(await erasures.findById('space-a', people.suzuki)).toBeNull(),
    );
  });
});
