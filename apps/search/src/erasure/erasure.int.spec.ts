import { events } from '@engawa/contracts';
import type { EventTransport } from '@engawa/events';
import { explainOf } from '@engawa/persistence';
import {
  answerAs,
  eventually,
  memberFacts,
  startTestService,
  type TestService,
} from '@engawa/testing';
import { SnoozeRepository } from '../health/snooze.repository';
import { search } from '../index';
import { SavedSearchRepository } from '../saved-search/saved-search.repository';

describe('what staff wrote about an erased member (MBR-5)', () => {
  let service: TestService;
  let members: EventTransport;

  beforeAll(async () => {
    service = await startTestService(search);
    members = await answerAs(service, 'members', {
      'members.findErasure': () => ({ memberIds: ['m1'], whole: ['八木沢実'], part: ['八木沢'] }),
    });
  });
  afterAll(async () => {
    await members?.close();
    await service?.stop();
  });

  it('loses the name in reasons and saved searches of the space, and in no other', async () => {
    const staff = service.asStaff();
    const stranger = service.asStaff({ space: 'space-b' });
    for (const memberId of ['m1', 'm2']) {
      await service.publish(events.memberAdded, {
        data: memberFacts({ memberId, familyName: memberId }),
      });
    }
    const until = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    const reasons = { m1: '入院中', m2: '八木沢実さんの紹介待ち' };
    for (const [memberId, reason] of Object.entries(reasons)) {
      await eventually(() =>
        staff.put(`/insights/members/${memberId}/snooze`).send({ until, reason }).expect(200),
      );
    }
    const save = (caller: typeof staff, displayName: string, q: string) =>
      caller.post('/search/saved-searches').send({ displayName, criteria: { q } }).expect(201);
    await save(staff, '八木沢実の話', '八木沢実 契約');
    await save(staff, '契約', '契約');
    await save(stranger, '八木沢実の話', '八木沢実');

    await service.publish(events.memberErased, { data: { memberId: 'm1', memberIds: ['m1'] } });
    await eventually(async () => {
      const { body } = await staff.get('/insights/radar?state=snoozed').expect(200);
      const left = body.items.map(({ snooze }: { snooze: { reason: string } }) => snooze.reason);
      expect(left).toHaveLength(1);
      expect(left[0]).toContain('さんの紹介待ち');
      expect(left[0]).not.toContain('八木沢');
      const saved = await staff.get('/search/saved-searches').expect(200);
      expect(saved.body.items).toHaveLength(2);
      expect(JSON.stringify(saved.body)).not.toContain('八木沢');
      expect(JSON.stringify(saved.body)).toContain('契約');
    });
    await eventually(() => {
      const [told] = service.events
        .of(events.savedSearchChanged)
        .filter(({ version }) => version === 2);
      expect(told).toMatchObject({ actor: null, data: { staffId: staff.staffId } });
    });
    const other = await stranger.get('/search/saved-searches').expect(200);
    expect(other.body.items[0].displayName).toBe('八木沢実の話');
  });

  it('is found by an index', async () => {
    const { app } = service.running;
    for (const query of [
      app.get(SnoozeRepository)['query']('space-a', {}),
      app.get(SavedSearchRepository)['query']('space-a', {}),
    ]) {
      const plan = await explainOf(query);
      expect(plan.stages).toContain('IXSCAN');
      expect(plan.docsExamined).toBe(plan.returned);
    }
  });
});
