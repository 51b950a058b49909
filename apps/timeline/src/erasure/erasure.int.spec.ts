import { type Erasure, events, type PostImport, writingsOf } from '@engawa/contracts';
import { createTransport, eventsConfig, prometheusEventMetrics } from '@engawa/events';
import { parseConfig } from '@engawa/service-kit';
import { eventually, throughout, type TestService } from '@engawa/testing';
import { ErasureRepository } from './erasure.repository';
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

beforeAll(async () => {
  service = await startTimeline();
  callers = callersOf(service);
  const transport = createTransport(
    parseConfig(eventsConfig, service.env),
    'members',
    prometheusEventMetrics(),
  );
  await transport.connect();
  await transport.answer({
    service: 'members',
    names: ['members.findErasure'],
    answer: async (_name, { payload }) => {
      const { memberId } = payload as { memberId: string };
      asked.push(memberId);
      return memberId === people.sato ? sato : null;
    },
  });
  stopAnswering = () => transport.close();
}, 60_000);
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
  it('loses the name in posts, their history, comments and drafts, and copies are told', async () => {
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
    const elsewhere = await post('佐藤 花子さんと佐藤さん', []);
    const others = await post('鈴木さん 090-8765-4321', [people.suzuki]);
    const abroad = await post('佐藤花子', [], foreign);
    await writer
      .put('/drafts/draft-of-sato')
      .send({ revision: 1, memo: '佐藤花子さんへ', memberIds: [people.sato] })
      .expect(200);

    const named = await checkedFile('メモ,会員\n話した,佐藤 花子\n');
    const unnamed = await checkedFile('メモ\n佐藤さんと話した\n');

    await service.publish(events.memberErased, {
      data: { memberId: people.sato, memberIds: [people.sato] },
    });
    const memo = async (path: string, caller = writer) =>
      (await caller.get(path).expect(200)).body.memo as string;
    await eventually(
      async () => {
        expect(await memo(`/posts/${about.id}`)).toBe('■■さんと話した');
        expect(await memo(`/posts/${about.id}/comments/${comment.id}`)).toBe('■■さんに電話');
        expect(await memo(`/posts/${elsewhere.id}`)).toBe('■■さんと佐藤さん');
        expect(await memo('/drafts/draft-of-sato')).toBe('■■さんへ');
      },
      { timeoutMs: 20_000 },
    );
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
        ['■■さんと話した', '■■さんと佐藤さん', '■■さんに電話'].sort(),
      );
    });

    // A client with the old text cannot restore it.
    await writer
      .patch(`/posts/${about.id}`)
      .set('if-match', `"${edited.body.version}"`)
      .send({ memo: '佐藤さんと話した。' })
      .expect(412);
  });

  it('is nobody whom the owner does not know as erased', async () => {
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
