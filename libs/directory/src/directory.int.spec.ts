import { Module } from '@nestjs/common';
import { type EventEnvelope, events, findMembersQuestion, type Role } from '@engawa/contracts';
import {
  createTransport,
  eventMetrics,
  EventsModule,
  type EventTransport,
  newEvent,
  newId,
  type Question,
} from '@engawa/events';
import { Database, explainOf, PersistenceModule } from '@engawa/persistence';
import { defineService, type RunningService, startService } from '@engawa/service-kit';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { Directory } from './directory';
import { DirectoryModule } from './directory.module';
import { MemberEntryRepository } from './member/member-entry.repository';
import { StaffEntryRepository } from './staff/staff-entry.repository';

@Module({
  imports: [
    PersistenceModule.forRoot({ schemas: [] }),
    EventsModule.forRoot(),
    DirectoryModule.forRoot({ staffs: true, members: true, spaces: true }),
  ],
})
class DemoModule {}

const demo = defineService({ name: 'demo', config: z.object({}), module: DemoModule });
const space = 'engawa';

interface MongoInfra {
  startMongo(options: { dir: string; log: string; onExit: () => void }): Promise<{
    uri: string;
    process: { stop(): Promise<void> } | null;
  }>;
}

interface NatsInfra {
  ensureNatsServer(): Promise<string>;
  startNats(options: { binary: string; dir: string }): Promise<{
    url: string;
    stop(): Promise<void>;
  }>;
}

describe('the directory', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'engawa-directory-test-'));
  const asked: { name: string; payload: unknown }[] = [];
  const answers = new Map<string, unknown[]>();
  let mongo: Awaited<ReturnType<MongoInfra['startMongo']>>;
  let nats: Awaited<ReturnType<NatsInfra['startNats']>>;
  let service: RunningService;
  let owner: EventTransport;
  let directory: Directory;

  beforeAll(async () => {
    const servers = path.resolve(__dirname, '../../../deploy/servers');
    const { startMongo } = (await import(path.join(servers, 'mongo.mjs'))) as MongoInfra;
    const { ensureNatsServer, startNats } = (await import(
      path.join(servers, 'nats.mjs')
    )) as NatsInfra;
    mongo = await startMongo({ dir, log: 'ignore', onExit: () => undefined });
    nats = await startNats({ binary: await ensureNatsServer(), dir: path.join(dir, 'nats') });
    const env = {
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      ENGAWA_NAMESPACE: `d${newId().slice(-10)}`,
      NATS_URL: nats.url,
      MONGODB_URI: mongo.uri,
    };
    service = await startService(demo, { env, port: 0 });
    directory = service.app.get(Directory, { strict: false });
    owner = await createTransport(env, 'identity');
    await owner.answer({
      service: 'identity',
      names: ['identity.findStaffs', 'members.findMembers', 'identity.findSpace'],
      answer: async (name: string, { payload }: Question) => {
        asked.push({ name, payload });
        return answers.get(name) ?? [];
      },
    });
    // Answers come once the subscription has reached the server.
    const question = { payload: {}, traceparent: null, requestId: null };
    while (asked.length === 0) {
      await owner.ask('identity.findSpace', question, 500).catch(() => sleep(20));
    }
  });
  afterAll(async () => {
    await service.app.get(Database, { strict: false }).drop();
    await owner.close();
    await service.stop();
    await nats.stop();
    await mongo.process?.stop();
    rmSync(dir, { recursive: true, force: true });
  });
  beforeEach(() => {
    asked.length = 0;
    answers.clear();
  });

  const applied = async () =>
    (await eventMetrics.handled.get()).values.reduce((sum, { value }) => sum + value, 0);
  /** Publishes an event and waits until the service has applied it. */
  async function tell(event: EventEnvelope): Promise<void> {
    const before = await applied();
    await owner.publish(event);
    while ((await applied()) === before) await sleep(10);
  }

  const staffFacts = (staffId: string, displayName = '花子') => ({
    staffId,
    email: `${staffId}@engawa.example`,
    displayName,
    jobTitle: '',
    photoUrl: null,
    thumbPhotoUrl: null,
    role: 'staff' as Role,
    deactivated: false,
    excludeFromRanking: false,
  });
  const memberFacts = (memberId: string, deleted = false) => ({
    memberId,
    familyName: '山田',
    firstName: '太郎',
    familyNameKana: 'やまだ',
    firstNameKana: 'たろう',
    company: '',
    typeId: null,
    photoUrl: null,
    thumbPhotoUrl: null,
    deleted,
  });
  const about = (type: string, id: string, version: number, at = space) => ({
    space: at,
    actor: null,
    aggregate: { type, id },
    version,
  });

  it('answers from events, newest version first, without asking the owner', async () => {
    await tell(
      newEvent(events.staffUpdated, {
        ...about('staff', 's1', 3),
        data: { ...staffFacts('s1', '新'), deactivated: true },
      }),
    );
    await tell(
      newEvent(events.staffAdded, { ...about('staff', 's1', 1), data: staffFacts('s1', '古') }),
    );
    const found = await directory.findStaffs(space, ['s1', 's1']);
    expect([...found.values()]).toEqual([
      expect.objectContaining({ id: 's1', displayName: '新', deactivated: true, role: 'staff' }),
    ]);
    expect(asked).toEqual([]);
  });

  it('knows integrations as authors, but does not list them as staff', async () => {
    await tell(
      newEvent(events.staffAdded, {
        ...about('staff', 'import', 1),
        data: { ...staffFacts('import', '会計システム'), email: '', integration: true },
      }),
    );
    const found = await directory.findStaffs(space, ['import']);
    expect(found.get('import')).toMatchObject({ displayName: '会計システム', integration: true });
    const isImport = ({ id }: { id: string }) => id === 'import';
    expect((await directory.listAuthors(space)).some(isImport)).toBe(true);
    expect((await directory.listStaffs(space)).some(isImport)).toBe(false);
  });

  it('knows god as an author, and lists them once they are the primary administrator', async () => {
    const facts = staffFacts('god', '運用');
    const publish = (version: number, god: boolean) =>
      tell(
        newEvent(events.staffUpdated, {
          ...about('staff', 'god', version),
          data: god ? { ...facts, god } : facts,
        }),
      );
    const isListed = async () => (await directory.listStaffs(space)).some(({ id }) => id === 'god');
    await publish(1, true);
    expect((await directory.findStaffs(space, ['god'])).get('god')).toMatchObject({ god: true });
    expect(await isListed()).toBe(false);
    await publish(2, false);
    expect(await isListed()).toBe(true);
    await publish(3, true);
    expect(await isListed()).toBe(false);
  });

  it('shows the kept member for one who was merged into it, and knows both ids', async () => {
    await tell(
      newEvent(events.memberAdded, { ...about('member', 'kept', 1), data: memberFacts('kept') }),
    );
    await tell(
      newEvent(events.memberDeleted, {
        ...about('member', 'other', 2),
        data: { ...memberFacts('other', true), mergedInto: 'kept' },
      }),
    );
    const found = await directory.findMembers(space, ['other', 'kept']);
    expect(found.get('other')).toMatchObject({ id: 'kept', deleted: false });
    expect(await directory.findMemberAliases(space, 'kept')).toEqual(['kept', 'other']);
    expect(await directory.findMemberAliases(space, 'other')).toEqual(['kept', 'other']);
    expect(await directory.findMemberAliases('elsewhere', 'kept')).toEqual(['kept']);
    expect(await directory.findAliasesOfMembers(space, ['m7', 'other'])).toEqual([
      ...['m7', 'other', 'kept'],
    ]);
    expect(await directory.findAliasesOfMembers('elsewhere', ['other'])).toEqual(['other']);
    const members = service.app.get(MemberEntryRepository, { strict: false });
    const plan = await explainOf(members.mergesQuery(space, ['m7', 'kept', 'other']));
    expect(plan.stages).not.toContain('COLLSCAN');
    expect(plan.docsExamined).toBeLessThanOrEqual(3);
    await tell(
      newEvent(events.memberRestored, {
        ...about('member', 'other', 3),
        data: { ...memberFacts('other'), mergedInto: null },
      }),
    );
    expect((await directory.findMembers(space, ['other'])).get('other')?.id).toBe('other');
    expect(await directory.findMemberAliases(space, 'kept')).toEqual(['kept']);
  });

  it('asks about many ids in questions that the owner accepts', async () => {
    const ids = Array.from({ length: 450 }, (_, n) => `nobody-${n}`);
    expect((await directory.findMembers(space, ids, { strict: true })).size).toBe(0);
    expect(asked).toHaveLength(3);
    for (const { payload } of asked as { payload: unknown }[]) {
      expect(findMembersQuestion.safeParse(payload).success).toBe(true);
    }
  });

  it('asks the owner once for all that is unknown, and keeps the answer', async () => {
    answers.set('members.findMembers', [
      { ...memberFacts('m1'), version: 4 },
      { ...memberFacts('m2', true), version: 2 },
      { ...memberFacts('unasked'), version: 1 },
    ]);
    const found = await directory.findMembers(space, ['m1', 'm2', 'm3']);
    expect([...found.keys()].sort()).toEqual(['m1', 'm2']);
    expect(found.get('m2')).toMatchObject({ deleted: true, familyName: '山田' });
    expect(asked).toEqual([
      { name: 'members.findMembers', payload: { space, ids: ['m1', 'm2', 'm3'] } },
    ]);
    asked.length = 0;
    expect((await directory.findMembers(space, ['m1', 'm2', 'm3'])).size).toBe(2);
    expect(asked).toEqual([]);
    // A late event cannot undo the answer; a newer one applies.
    await tell(
      newEvent(events.memberUpdated, {
        ...about('member', 'm1', 3),
        data: { ...memberFacts('m1'), company: '古い会社' },
      }),
    );
    await tell(
      newEvent(events.memberUpdated, {
        ...about('member', 'm1', 5),
        data: { ...memberFacts('m1'), company: '新しい会社' },
      }),
    );
    expect((await directory.findMembers(space, ['m1'])).get('m1')?.company).toBe('新しい会社');
  });

  it('shows nothing of another space', async () => {
    await tell(newEvent(events.staffAdded, { ...about('staff', 's9', 1), data: staffFacts('s9') }));
    expect((await directory.findStaffs('other', ['s9'])).size).toBe(0);
    expect(asked).toEqual([
      { name: 'identity.findStaffs', payload: { space: 'other', ids: ['s9'] } },
    ]);
    expect(await directory.listStaffs('other')).toEqual([]);
    expect((await directory.listStaffs(space)).map(({ id }) => id)).toContain('s9');
  });

  it('knows its space', async () => {
    answers.set('identity.findSpace', [
      { spaceId: space, displayName: '縁側', timeZone: 'Asia/Tokyo', version: 1 },
    ]);
    expect(await directory.findSpace(space)).toEqual({
      id: space,
      displayName: '縁側',
      timeZone: 'Asia/Tokyo',
    });
    expect(await directory.findSpace(space)).not.toBeNull();
    expect(asked).toHaveLength(1);
    expect(await directory.findSpace('nowhere')).toBeNull();
  });

  it('leaves out what is unknown while the owner is away; a strict reader gets an error', async () => {
    await owner.close();
    expect((await directory.findStaffs(space, ['s1', 'away'])).size).toBe(1);
    await expect(directory.findStaffs(space, ['away'], { strict: true })).rejects.toMatchObject({
      status: 503,
    });
  });

  it('reads by indexes only', async () => {
    const staffs = service.app.get(StaffEntryRepository, { strict: false });
    const plan = await explainOf(staffs.allQuery(space));
    expect(plan.index).toBe('space_1_id_1');
    expect(plan.keysExamined).toBe(plan.returned);
  });
});
