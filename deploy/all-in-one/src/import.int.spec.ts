import { events, type Member, type MemberImport } from '@engawa/contracts';
import { members } from '@engawa/members';
import { search } from '@engawa/search';
import {
  eventually,
  spaceFacts,
  staffFacts,
  startTestSystem,
  type TestSystem,
} from '@engawa/testing';
import { timeline } from '@engawa/timeline';

let system: TestSystem;

beforeAll(async () => {
  system = await startTestSystem({ services: [members, timeline, search] });
  await system.publish(events.spaceCreated, { data: spaceFacts({ spaceId: 'space-a' }) });
  await system.publish(events.staffAdded, { data: staffFacts({ staffId: 'ann' }) });
});
afterAll(() => system?.stop());

const on = (service: string) =>
  system.asStaff({ staffId: 'ann', role: 'generalAdmin', space: 'space-a' }, service);

async function reaches(id: string, state: MemberImport['state']): Promise<MemberImport> {
  return eventually(async () => {
    const { body } = await on('members').get(`/members/imports/${id}`).expect(200);
    expect(body.state).toBe(state);
    return body as MemberImport;
  });
}

it('publishes imported members to all services, and their removal when it is reverted', async () => {
  const rows = Array.from({ length: 300 }, (_, n) => `一括${n},太郎`);
  const { body: job } = await on('members')
    .post('/members/imports/add?dryRun=false')
    .attach('file', Buffer.from(`姓,名\n${rows.join('\n')}\n`), 'members.csv')
    .expect(202);
  await reaches(job.id, 'done');
  const { body: list } = await on('members').get('/members?limit=100').expect(200);
  const memberIds = (list.items as Member[]).slice(0, 20).map(({ id }) => id);

  const { body: post } = await on('timeline')
    .post('/posts')
    .send({ memo: '顔合わせ', memberIds })
    .expect(201);
  /** Whether the members are shown as resigned by timeline and search. */
  const resigned = async () => {
    const shown = await on('timeline').get(`/posts/${post.id}`).expect(200);
    const found = await on('search').get('/search/posts?q=顔合わせ').expect(200);
    return [shown.body, found.body.posts[0]].map((one) =>
      one.members.map(({ deleted }: Member) => deleted),
    );
  };
  const all = (deleted: boolean) => memberIds.map(() => deleted);
  await eventually(async () => expect(await resigned()).toEqual([all(false), all(false)]));
  await eventually(async () => {
    const hits = await on('search').get('/search/posts?q=一括').expect(200);
    expect(hits.body.total).toBe(1);
  });

  await on('members').post(`/members/imports/${job.id}/revert`).expect(202);
  expect(await reaches(job.id, 'reverted')).toMatchObject({ reverted: 300, notReverted: 0 });
  await eventually(async () => expect(await resigned()).toEqual([all(true), all(true)]));
});
