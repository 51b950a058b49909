import { events } from '@engawa/contracts';
import { explainOf } from '@engawa/persistence';
import { eventually, startTestService, throughout, type TestService } from '@engawa/testing';
import { tasks } from '../index';
import { ReminderService } from './reminder.service';
import { mirrorOf, postFacts } from './task.fixture';
import { TaskRepository } from './task.repository';

const MINUTE = 60_000;

describe('reminders (TSK-3)', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService(tasks);
  });

  afterAll(() => service?.stop());

  const staff = () => service.asStaff({ staffId: 'ann' });
  const inMillis = (millis: number) => new Date(Date.now() + millis).toISOString();

  async function newTask(dueAt: string | null): Promise<string> {
    const facts = postFacts({ mirror: mirrorOf({ dueAt, assignUserId: 'ann' }) });
    await service.publish(events.postCreated, {
      actor: 'owner-1',
      aggregate: { type: 'post', id: facts.postId },
      data: facts,
    });
    await eventually(() => staff().get(`/tasks/${facts.postId}`).expect(200));
    return facts.postId;
  }

  const remindersOf = (taskId: string) =>
    service.events.of(events.taskReminded).filter(({ data }) => data.taskId === taskId);

  it('is sent once at its time, by the system, with the data of the task', async () => {
    const id = await newTask(inMillis(60 * MINUTE));
    const repository = service.running.app.get(TaskRepository);
    await repository['updateMany']('space-a', { id }, { $set: { wakeAt: new Date() } });
    await eventually(() => expect(remindersOf(id)).toHaveLength(1));
    expect(remindersOf(id)[0]).toMatchObject({
      actor: null,
      version: 2,
      data: { taskId: id, postId: id, mirror: { assignUserId: { value: 'ann' } } },
    });
    await throughout(() => expect(remindersOf(id)).toHaveLength(1), 1_200);
  });

  it('is sent once also where several schedulers run, and after a restart', async () => {
    const id = await newTask(inMillis(60 * MINUTE));
    const { body } = await staff().patch(`/tasks/${id}`).send({ remindMinutes: 30 }).expect(200);
    expect(body).toMatchObject({ remindMinutes: 30, version: 2 });
    await service.restart('tasks');
    const reminders = service.running.app.get(ReminderService);
    expect(await reminders.runDue(new Date())).toBe(0);
    const later = new Date(Date.now() + 31 * MINUTE);
    const sent = await Promise.all([1, 2, 3].map(() => reminders.runDue(later)));
    expect(sent.reduce((sum, count) => sum + count)).toBe(1);
    await eventually(() => expect(remindersOf(id)).toHaveLength(1));
    expect(await reminders.runDue(later)).toBe(0);
  });

  it('is not sent for finished or removed tasks, or without a reminder', async () => {
    const [done, deleted, silent] = [
      await newTask(inMillis(90 * MINUTE)),
      await newTask(inMillis(90 * MINUTE)),
      await newTask(inMillis(90 * MINUTE)),
    ];
    await staff().patch(`/tasks/${done}`).send({ status: 'done' }).expect(200);
    await staff().delete(`/tasks/${deleted}`).expect(204);
    await staff().patch(`/tasks/${silent}`).send({ remindMinutes: null }).expect(200);
    const reminders = service.running.app.get(ReminderService);
    expect(await reminders.runDue(new Date(Date.now() + 100 * MINUTE))).toBe(0);
  });

  it('is not sent where a task is open again after its time', async () => {
    const id = await newTask(inMillis(60 * MINUTE));
    await staff().patch(`/tasks/${id}`).send({ status: 'done' }).expect(200);
    const repository = service.running.app.get(TaskRepository);
    // As if the time had passed since.
    const past = { 'reminder.at': inMillis(-2 * MINUTE), 'mirror.dueAt.value': inMillis(-MINUTE) };
    await repository['updateMany']('space-a', { id }, { $set: past });
    await staff().patch(`/tasks/${id}`).send({ status: 'waiting' }).expect(200);
    expect((await repository.findById('space-a', id))!.wakeAt).toBeNull();
    expect(await service.running.app.get(ReminderService).runDue(new Date())).toBe(0);
  });

  it('follows a due date that moves, and refuses nonsense', async () => {
    const id = await newTask(null);
    const dueAt = '2027-01-05T18:00:00+09:00';
    const { body } = await staff().patch(`/tasks/${id}`).send({ dueAt }).expect(200);
    expect(body.task.dueAt).toBe('2027-01-05T09:00:00.000Z');
    const stored = await service.running.app.get(TaskRepository).findById('space-a', id);
    expect(stored!.wakeAt).toEqual(new Date('2027-01-04T09:00:00.000Z'));
    await staff().patch(`/tasks/${id}`).send({ dueAt: null }).expect(200);
    const cleared = await service.running.app.get(TaskRepository).findById('space-a', id);
    expect(cleared!.wakeAt).toBeNull();
    for (const input of [{ dueAt: 'tomorrow' }, { remindMinutes: -1 }, { remindMinutes: 0.5 }]) {
      await staff().patch(`/tasks/${id}`).send(input).expect(400);
    }
    // Valid by themselves, but not of a year that events can name in UTC.
    for (const dueAt of ['9999-12-31T23:59:59-01:00', '0000-01-01T00:00:00+01:00']) {
      const refused = await staff().patch(`/tasks/${id}`).send({ dueAt }).expect(400);
      expect(refused.body.errors).toMatchObject([
        { pointer: '/body/dueAt', code: 'invalid-instant' },
      ]);
    }
  });

  it('reads only due reminders', async () => {
    const repository = service.running.app.get(TaskRepository);
    const plan = await explainOf(
      repository['store'].model
        .find({ space: 'space-a', wakeAt: { $type: 'date', $lte: new Date() } } as never)
        .hint('wakeAt_1') as never,
    );
    expect(plan.index).toBe('wakeAt_1');
    expect(plan.keysExamined).toBeLessThanOrEqual(plan.returned + 1);
  });
});
