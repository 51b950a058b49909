import { events, type DataOf, type Member } from '@engawa/contracts';
import { explainOf } from '@engawa/persistence';
import { eventually, startTestService, throughout, type TestService } from '@engawa/testing';
import { members } from '../index';
import { TalkRepository } from './talk.repository';

let service: TestService;

beforeAll(async () => {
  service = await startTestService(members);
});
afterAll(() => service?.stop());

async function addMember(): Promise<string> {
  const answer = await service.asStaff().post('/members').send({ familyName: '話' }).expect(201);
  return (answer.body as Member).id;
}
async function lastTalk(id: string): Promise<string | null> {
  return (await service.asStaff().get(`/members/${id}`).expect(200)).body.lastTalkedAt as string;
}
type PostFacts = DataOf<typeof events.postCreated>;
function post(postId: string, talkedAt: string, memberIds: string[]): PostFacts {
  return {
    postId,
    commentId: null,
    ownerId: 'staff-1',
    memo: '話しました',
    memberIds,
    mentions: [],
    labelIds: [],
    attachmentTitles: [],
    talkedAt,
    createdAt: talkedAt,
    mirror: null,
  };
}

describe('the time of the last talk', () => {
  it('follows posts as they are written, changed and deleted, in any order', async () => {
    const [one, two] = [await addMember(), await addMember()];
    const may = '2026-05-01T00:00:00.000Z';
    const june = '2026-06-01T00:00:00.000Z';
    const july = '2026-07-01T00:00:00.000Z';
    await service.publish(events.postCreated, { data: post('p1', june, [one, two]) });
    await service.publish(events.postCreated, { data: post('p2', may, [one]) });
    await eventually(async () => expect(await lastTalk(one)).toBe(june));
    await eventually(async () => expect(await lastTalk(two)).toBe(june));
    await service.publish(events.postUpdated, { version: 3, data: post('p2', july, [one]) });
    await eventually(async () => expect(await lastTalk(one)).toBe(july));
    // A late, older state changes nothing.
    await service.publish(events.postUpdated, { version: 2, data: post('p2', may, [one, two]) });
    await service.publish(events.postUpdated, { version: 4, data: post('p2', july, [two]) });
    await eventually(async () => expect(await lastTalk(two)).toBe(july));
    await eventually(async () => expect(await lastTalk(one)).toBe(june));
    await service.publish(events.postDeleted, {
      version: 5,
      data: { postId: 'p2', commentId: null },
    });
    await eventually(async () => expect(await lastTalk(two)).toBe(june));
    await service.publish(events.postDeleted, {
      version: 2,
      data: { postId: 'p1', commentId: null },
    });
    await eventually(async () => expect(await lastTalk(one)).toBeNull());
    await service.publish(events.postUpdated, { version: 4, data: post('p2', july, [one]) });
    await throughout(async () => expect(await lastTalk(one)).toBeNull());
  });

  it('does not make an open edit of the member stale', async () => {
    const id = await addMember();
    const at = '2026-05-01T00:00:00.000Z';
    await service.publish(events.postCreated, { data: post('p3', at, [id]) });
    await eventually(async () => expect(await lastTalk(id)).toBe(at));
    await service
      .asStaff()
      .patch(`/members/${id}`)
      .set('if-match', '"1"')
      .send({ company: '変更' })
      .expect(200);
  });

  it('holds under many posts at once', async () => {
    const id = await addMember();
    const times = Array.from({ length: 30 }, (_, n) =>
      new Date(Date.UTC(2026, 0, 1 + ((n * 7) % 30))).toISOString(),
    );
    await Promise.all(
      times.map((at, n) => service.publish(events.postCreated, { data: post(`m${n}`, at, [id]) })),
    );
    await eventually(async () => expect(await lastTalk(id)).toBe([...times].sort().at(-1)));
  });

  it('is read from an index', async () => {
    const repository = service.running.app.get(TalkRepository);
    const plan = await explainOf(repository.lastQuery('space-a', 'any') as never);
    expect(plan.stages).toContain('IXSCAN');
    expect(plan.stages).not.toContain('SORT');
  });
});
