import { events, type DataOf, type Delivery } from '@engawa/contracts';
import { explainOf, newId } from '@engawa/persistence';
import {
  eventually,
  startTestService,
  throughout,
  type TestCaller,
  type TestService,
} from '@engawa/testing';
import { integrations } from '../index';
import { Receiver } from '../receiver.fixture';
import { DeliveryRepository } from './delivery.repository';

const receiver = new Receiver();
let service: TestService;

beforeAll(async () => {
  await receiver.start();
  service = await startTestService(integrations, {
    env: { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' },
  });
});
afterAll(async () => {
  await service?.stop();
  await receiver.stop();
});

const time = '2026-05-01T00:00:00.000Z';
const NAME = '佐藤さんに電話した';
const REDACTED = '■■さんに電話した';

/** Publishes a version of a post, comment or task of the space; the second one is redacted. */
type Write = (space: string, version: number, memo: string) => Promise<unknown>;

function threadFacts(space: string, memo: string): DataOf<typeof events.postCreated> {
  return {
    ...{ postId: `p-${space}`, commentId: null, ownerId: 'staff-1', memo, memberIds: [] },
    ...{ mentions: [], labelIds: [], attachmentTitles: [], talkedAt: time, createdAt: time },
    mirror: null,
  };
}
const writePost: Write = (space, version, memo) =>
  service.publish(version === 1 ? events.postCreated : events.postUpdated, {
    ...{ space, version, aggregate: { type: 'post', id: `p-${space}` } },
    data: { ...threadFacts(space, memo), redacted: version === 2 },
  });
const writeComment: Write = (space, version, memo) => {
  const commentId = `c-${space}`;
  return service.publish(version === 1 ? events.commentCreated : events.commentUpdated, {
    ...{ space, version, aggregate: { type: 'comment', id: commentId } },
    data: {
      ...{ ...threadFacts(space, memo), commentId, postOwnerId: 'staff-1' },
      redacted: version === 2,
    },
  });
};
function taskFacts(space: string, excerpt: string): DataOf<typeof events.taskCreated> {
  const stamp = '000000000000000-000000-timeline';
  return {
    ...{ taskId: `t-${space}`, postId: `p-${space}`, commentId: null, ownerId: 'staff-1' },
    ...{ excerpt, memberIds: [], previous: null },
    mirror: {
      present: { value: true, stamp },
      status: { value: { status: 'waiting', statusUpdatedAt: time }, stamp },
      assignUserId: { value: null, stamp },
      labelIds: { value: [], stamp },
      dueAt: { value: null, stamp },
    },
  };
}
const writeTask: Write = (space, version, memo) =>
  service.publish(version === 1 ? events.taskCreated : events.taskUpdated, {
    ...{ space, version, aggregate: { type: 'task', id: `t-${space}` } },
    data: { ...taskFacts(space, memo), redacted: version === 2 },
  });

const turn = (admin: TestCaller, enabled: boolean) =>
  admin.patch('/integrations').set('if-match', '*').send({ slack: { enabled } }).expect(200);
const deliveryOf = async (admin: TestCaller): Promise<Delivery> =>
  (await admin.get('/integrations/deliveries?target=slack').expect(200)).body.items[0];
const storedBody = async (space: string, id: string) =>
  (await service.running.app.get(DeliveryRepository).findById(space, id))?.body;

/** A chat that refused a message, and was turned off then. */
async function refused(write: Write) {
  const space = newId();
  const admin = service.asStaff({ space, role: 'generalAdmin' });
  const slack = { enabled: true, webhookUrl: `${receiver.url}/${space}` };
  await admin.patch('/integrations').set('if-match', '*').send({ slack }).expect(200);
  receiver.answer = () => 503;
  await write(space, 1, NAME);
  const { id } = await eventually(async () => {
    const delivery = await deliveryOf(admin);
    expect(delivery).toMatchObject({ state: 'waiting', attempts: 1 });
    return delivery;
  });
  await turn(admin, false);
  receiver.answer = () => 200;
  const redeliver = () => admin.post(`/integrations/deliveries/${id}/redeliver`);
  return { space, admin, id, redeliver, received: () => receiver.at(`/${space}`) };
}

describe('a message that waits for a chat', () => {
  it.each([
    ['post', '新しい投稿', writePost],
    ['comment', '新しいコメント', writeComment],
    ['task', '新しいタスク', writeTask],
  ])('about a %s loses the name of an erased member', async (_kind, heading, write) => {
    const { space, admin, id, redeliver, received } = await refused(write);
    const before = await storedBody(space, id);
    await write(space, 2, REDACTED);
    await eventually(async () => expect(await storedBody(space, id)).not.toBe(before));
    await turn(admin, true);
    await redeliver().expect(202);
    await eventually(() => expect(received()).toHaveLength(2));
    const { text } = JSON.parse(received()[1]!.body);
    expect(text).toContain(heading);
    expect(text).toContain(REDACTED);
    expect(text).not.toContain(NAME);
  });

  it.each([
    ['post', writePost, events.postDeleted, 'p'],
    ['comment', writeComment, events.commentDeleted, 'c'],
  ] as const)('is withdrawn when its %s is deleted', async (type, write, deleted, prefix) => {
    const { space, admin, id, redeliver, received } = await refused(write);
    await service.publish(deleted, {
      ...{ space, version: 2, aggregate: { type, id: `${prefix}-${space}` } },
      data: { postId: `p-${space}`, commentId: type === 'comment' ? `c-${space}` : null },
    });
    await eventually(async () => {
      expect(await deliveryOf(admin)).toMatchObject({ state: 'failed', nextAttemptAt: null });
      expect(await storedBody(space, id)).toBe('');
    });
    await turn(admin, true);
    expect((await redeliver().expect(409)).body.code).toBe('integrations.delivery.emptied');
    expect(received()).toHaveLength(1);
  });

  it.each([
    ['post', writePost, events.postDeleted, 'p'],
    ['comment', writeComment, events.commentDeleted, 'c'],
  ] as const)('is sent when its %s returns', async (type, write, deleted, prefix) => {
    const { space, admin, id, redeliver, received } = await refused(write);
    const remove = () =>
      service.publish(deleted, {
        ...{ space, version: 3, aggregate: { type, id: `${prefix}-${space}` } },
        data: { postId: `p-${space}`, commentId: type === 'comment' ? `c-${space}` : null },
      });
    await remove();
    await eventually(async () => expect(await storedBody(space, id)).toBe(''));
    await turn(admin, true);
    // Events of earlier versions that arrive again.
    await write(space, 2, NAME);
    await throughout(async () => expect(await storedBody(space, id)).toBe(''));
    receiver.answer = () => 503;
    await write(space, 4, REDACTED);
    await eventually(() => expect(received()).toHaveLength(2));
    await remove();
    await throughout(async () => expect(await storedBody(space, id)).not.toBe(''));
    receiver.answer = () => 200;
    await redeliver().expect(202);
    await eventually(() => expect(received()).toHaveLength(3));
    for (const { body } of received().slice(1)) expect(JSON.parse(body).text).toContain(REDACTED);
  });

  it('is withdrawn when its task is deleted, and found by an index', async () => {
    const { space, id, redeliver } = await refused(writeTask);
    const deliveries = service.running.app.get(DeliveryRepository);
    const plan = await explainOf(deliveries['query'](space, { about: `task/t-${space}` }));
    expect(plan).toMatchObject({ index: 'space_1_about_1', docsExamined: 1, returned: 1 });
    await service.publish(events.taskDeleted, {
      ...{ space, version: 2, aggregate: { type: 'task', id: `t-${space}` } },
      data: taskFacts(space, NAME),
    });
    await eventually(async () => expect(await storedBody(space, id)).toBe(''));
    await redeliver().expect(409);
  });
});
