import { type AuditFacts, ERASED_NAME, events, listAuditEntriesQuery } from '@engawa/contracts';
import { explainOf } from '@engawa/persistence';
import { eventually, type TestService } from '@engawa/testing';
import { Browser, startIdentity } from '../testing/identity-test.service';
import { AuditRepository } from './audit.repository';

let service: TestService;
let admin: Browser;
beforeAll(async () => {
  service = await startIdentity();
  admin = await new Browser(service.url).signIn('admin@engawa.example');
});
afterAll(() => service?.stop());

interface Entry {
  id: string;
  action: string;
  actor: { id: string; displayName: string } | null;
  changes: { field: string; before: unknown; after: unknown }[];
}
const entries = async (query = '', by = admin): Promise<Entry[]> => {
  const { body } = await by.ask('get', `/audit-entries?${query}`).expect(200);
  return body.items;
};

describe('listAuditEntries (IDN-13)', () => {
  it('lists who changed what, with old and new values', async () => {
    const { body } = await admin.ask('get', '/staffs').expect(200);
    const staff = body.items.find(
      (item: { email: string }) => item.email === 'staff@engawa.example',
    );
    await admin
      .ask('patch', `/staffs/${staff.id}`)
      .set('if-match', `"${staff.version}"`)
      .send({ jobTitle: '料理長', role: 'generalAdmin' })
      .expect(200);
    const [entry] = await eventually(async () => {
      const found = await entries(`action=identity.staff.updated&targetId=${staff.id}`);
      expect(found).toHaveLength(1);
      return found;
    });
    expect(entry).toMatchObject({
      actor: { id: admin.staffId, displayName: '縁側 花子' },
      target: { type: 'staff', id: staff.id, name: '受付 三郎' },
      network: '203.0.113.1',
    });
    expect(entry!.changes).toEqual([
      { field: 'jobTitle', before: '', after: '料理長' },
      { field: 'role', before: 'staff', after: 'generalAdmin' },
    ]);
  });

  it('records the events of other services, once each', async () => {
    const event = {
      space: 'engawa-sendai',
      actor: admin.staffId,
      aggregate: { type: 'audit', id: 'export-1' },
      id: '019a2b3c-4d5e-7f60-8a9b-0c1d2e3f4a5b',
      data: {
        action: 'members.members.exported',
        target: { type: 'space', id: 'engawa-sendai', name: '縁側 仙台' },
        changes: [],
        network: null,
        userAgent: null,
      },
    };
    await service.publish(events.membersAudited, event);
    await service.publish(events.membersAudited, event);
    await eventually(async () =>
      expect(await entries('action=members.members.exported')).toHaveLength(1),
    );
  });

  it('listens to every service that publishes audit events', async () => {
    const telling = [
      events.identityAudited,
      events.membersAudited,
      events.timelineAudited,
      events.integrationsAudited,
      events.searchAudited,
      events.tasksAudited,
    ];
    const all = Object.values(events).filter(({ name }) => name.endsWith('.audit.recorded'));
    expect(telling.map(({ name }) => name).sort()).toEqual(all.map(({ name }) => name).sort());
    for (const definition of telling) {
      await service.publish(definition, {
        space: 'engawa-sendai',
        actor: admin.staffId,
        aggregate: { type: 'audit', id: definition.name.replaceAll('.', '-') },
        data: {
          action: definition.name,
          target: { type: 'space', id: 'telling', name: '' },
          changes: [],
          network: null,
          userAgent: null,
        },
      });
    }
    await eventually(async () => {
      const found = await entries('targetId=telling');
      expect(found.map(({ action }) => action).sort()).toEqual(
        telling.map(({ name }) => name).sort(),
      );
    });
  });

  it('forgets the name and the values of an erased member, but not that things were done', async () => {
    const tell = (action: string, changes: AuditFacts['changes'], name = '佐藤 花子') =>
      service.publish(events.membersAudited, {
        space: 'engawa-sendai',
        actor: admin.staffId,
        aggregate: { type: 'audit', id: action },
        data: {
          action: `members.member.${action}`,
          target: { type: 'member', id: 'member-x', name },
          changes,
          network: null,
          userAgent: null,
        },
      });
    await tell('added', [{ field: 'familyName', before: null, after: '佐藤' }]);
    await eventually(async () => expect(await entries('targetId=member-x')).toHaveLength(1));
    await tell('erased', [], ERASED_NAME);
    // A delayed event arrives afterwards.
    await tell('updated', [{ field: 'memo', before: '佐藤の秘密', after: '' }]);
    await eventually(async () => {
      const found = await entries('targetId=member-x');
      expect(found.map(({ action }) => action).sort()).toEqual([
        'members.member.added',
        'members.member.erased',
        'members.member.updated',
      ]);
      expect(JSON.stringify(found)).not.toContain('佐藤');
      expect(found.find(({ action }) => action.endsWith('updated'))!.changes).toEqual([
        { field: 'memo', before: null, after: null },
      ]);
    });
  });

  it('filters and pages, newest first', async () => {
    for (let n = 0; n < 3; n += 1) await new Browser(service.url).signIn('manager@engawa.example');
    const all = await eventually(async () => {
      const found = await entries('action=identity.session.opened');
      expect(found.length).toBeGreaterThanOrEqual(4);
      return found;
    });
    const first = await admin
      .ask('get', '/audit-entries?action=identity.session.opened&limit=2')
      .expect(200);
    const second = await admin
      .ask(
        'get',
        `/audit-entries?action=identity.session.opened&limit=2&cursor=${first.body.nextCursor}`,
      )
      .expect(200);
    expect([...first.body.items, ...second.body.items]).toEqual(all.slice(0, 4));
    const mine = await entries(`actorId=${admin.staffId}&action=identity.session.opened`);
    expect(mine).toHaveLength(1);
    const future = new Date(Date.now() + 60_000).toISOString();
    expect(await entries(`from=${encodeURIComponent(future)}`)).toEqual([]);
  });

  it('is for administrators of the space alone', async () => {
    const god = await new Browser(service.url).signIn('god@engawa.example');
    await god.ask('get', '/audit-entries').expect(403);
    const other = await new Browser(service.url).signIn('admin@other.example');
    const found = await entries('', other);
    expect(JSON.stringify(found)).not.toContain('engawa-sendai');
    await admin.ask('get', '/audit-entries?action[$ne]=x').expect(400);
    await admin.ask('get', '/audit-entries?cursor=abc').expect(400);
  });

  it.each([
    ['latest', {}],
    ['ofActor', { actorId: 'a' }],
    ['ofAction', { action: 'identity.session.opened' }],
    ['ofTarget', { targetId: 'a', from: '2026-01-01T00:00:00Z' }],
  ])('reads by the index %s', async (index, filter) => {
    const repository = service.running.app.get(AuditRepository);
    const query = listAuditEntriesQuery.parse(filter);
    const plan = await explainOf(repository.entriesQuery('engawa-sendai', query));
    expect(plan.index).toBe(index);
    expect(plan.stages).not.toContain('SORT');
    expect(plan.keysExamined).toBeLessThanOrEqual(plan.returned + 1);
  });
});
