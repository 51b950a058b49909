import { Module } from '@nestjs/common';
import { events, type Role } from '@engawa/contracts';
import {
  createTransport,
  EventsModule,
  eventsConfig,
  type EventTransport,
  newEvent,
  newId,
  prometheusEventMetrics,
  type Question,
} from '@engawa/events';
import { Database, explainOf, PersistenceModule } from '@engawa/persistence';
import { defineService, type RunningService, startService } from '@engawa/service-kit';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { Directory } from './directory';
import { DirectoryModule } from './directory.module';
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

describe('the directory', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'engawa-directory-test-'));
  const asked: { name: string; payload: unknown }[] = [];
  const answers = new Map<string, unknown[]>();
  let mongo: Awaited<ReturnType<MongoInfra['startMongo']>>;
  let service: RunningService;
  let owner: EventTransport;
  let directory: Directory;

  beforeAll(async () => {
    const infra = path.resolve(__dirname, '../../../deploy/infra/mongo.mjs');
    const { startMongo } = (await import(infra)) as MongoInfra;
    mongo = await startMongo({ dir, log: 'ignore', onExit: () => undefined });
    const env = {
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      ENGAWA_NAMESPACE: `d${newId().slice(-10)}`,
      EVENTS: 'in-process',
      MONGODB_URI: mongo.uri,
    };
    service = await startService(demo, { env, port: 0 });
    directory = service.app.get(Directory, { strict: false });
    owner = createTransport(eventsConfig.parse(env), 'identity', prometheusEventMetrics());
    await owner.answer({
      service: 'identity',
      names: ['identity.findStaffs', 'members.findMembers', 'identity.findSpace'],
      answer: async (name: string, { payload }: Question) => {
        asked.push({ name, payload });
        return answers.get(name) ?? [];
      },
    });
  });
  afterAll(async () => {
    await service.app.get(Database, { strict: false }).drop();
    await owner.close();
    await service.stop();
    await mongo.process?.stop();
    rmSync(dir, { recursive: true, force: true });
  });
  beforeEach(() => {
    asked.length = 0;
    answers.clear();
  });

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

  it('knows what events told, newest version first, and asks nobody for it', async () => {
    await owner.publish(
      newEvent(events.staffUpdated, {
        ...about('staff', 's1', 3),
        data: { ...staffFacts('s1', '新'), deactivated: true },
      }),
    );
    await owner.publish(
      newEvent(events.staffAdded, { ...about('staff', 's1', 1), data: staffFacts('s1', '古') }),
    );
    const found = await directory.findStaffs(space, ['s1', 's1']);
    expect([...found.values()]).toEqual([
      expect.objectContaining({ id: 's1', displayName: '新', deactivated: true, role: 'staff' }),
    ]);
    expect(asked).toEqual([]);
  });

  it('shows the kept member for one who was merged into it, and knows both ids', async () => {
    await owner.publish(
      newEvent(events.memberAdded, { ...about('member', 'kept', 1), data: memberFacts('kept') }),
    );
    await owner.publish(
      newEvent(events.memberDeleted, {
        ...about('member', 'other', 2),
        data: { ...memberFacts('other', true), mergedInto: 'kept' },
      }),
    );
    const found = await directory.findMembers(space, ['other', 'kept']);
    expect(found.get('other')).toMatchObject({ id: 'kept', deleted: false });
    expect(await directory.findMemberAliases(space, 'kept')).toEqual(['kept', 'other']);
    expect(await directory.findMemberAliases('elsewhere', 'kept')).toEqual(['kept']);
    await owner.publish(
      newEvent(events.memberRestored, {
        ...about('member', 'other', 3),
        data: { ...memberFacts('other'), mergedInto: null },
      }),
    );
    expect((await directory.findMembers(space, ['other'])).get('other')?.id).toBe('other');
    expect(await directory.findMemberAliases(space, 'kept')).toEqual(['kept']);
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
    await owner.publish(
      newEvent(events.memberUpdated, {
        ...about('member', 'm1', 3),
        data: { ...memberFacts('m1'), company: '古い会社' },
      }),
    );
    await owner.publish(
      newEvent(events.memberUpdated, {
        ...about('member', 'm1', 5),
        data: { ...memberFacts('m1'), company: '新しい会社' },
      }),
    );
    expect((await directory.findMembers(space, ['m1'])).get('m1')?.company).toBe('新しい会社');
  });

  it('shows nothing of another space', async () => {
    await owner.publish(
      newEvent(events.staffAdded, { ...about('staff', 's9', 1), data: staffFacts('s9') }),
    );
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

  it('leaves out what is unknown while the owner is away; a strict reader is told', async () => {
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
