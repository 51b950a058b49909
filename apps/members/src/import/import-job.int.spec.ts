import { events, MEMBER_CSV_KEPT_DAYS, memberFieldsOf, type MemberImport } from '@engawa/contracts';
import { derivedId } from '@engawa/events';
import {
  ImportChunkRepository,
  ImportFiles,
  ImportProcessor,
  ImportRepository,
} from '@engawa/imports';
import { FILE_STORE, type FileStore } from '@engawa/storage';
import { eventually, startTestService, type TestCaller, type TestService } from '@engawa/testing';
import { members } from '../index';
import { importCalls } from './import.fixture';
import { MemberIndex } from '../member/member-index.service';
import { newMember } from '../member/member.mapper';
import { MemberRepository } from '../member/member.repository';

let service: TestService;

beforeAll(async () => {
  service = await startTestService(members, { env: { EVENTS_TAKE_OVER: '1000' } });
});
afterAll(() => service?.stop());

const { newSpace, send, begin, reaches, rows, toldOf, expectAudited, list } = importCalls(
  () => service,
);

describe('the job', () => {
  const many = (count: number) =>
    `姓,名\n${Array.from({ length: count }, (_, n) => `多数${n},太郎`).join('\n')}\n`;

  /** Ends the pause after the first attempt, which failed; `attempts` have then been made. */
  async function retryNow(admin: TestCaller, job: MemberImport, attempts = 1): Promise<void> {
    const { space } = admin.claims!;
    const imports = service.running.app.get(ImportRepository);
    await eventually(async () => {
      expect((await imports.findById(space, job.id))?.attempts).toBe(1);
    });
    await imports.change(space, job.id, (_, { at }) => ({ set: { attempts, waitingSince: at } }));
    service.running.app.get(ImportProcessor).wake();
  }

  it('goes on after a restart and adds each row once', async () => {
    const admin = await newSpace();
    const job = await begin(admin, 'add', many(3_000), '?dryRun=false');
    for (let stop = 0; stop < 3; stop += 1) {
      await eventually(async () => {
        const { body } = await admin.get(`/members/imports/${job.id}`).expect(200);
        expect(body.state === 'done' || body.processed > 500 * stop).toBe(true);
      });
      await service.restart('members');
    }
    const done = await reaches(admin, job, 'done');
    expect(done).toMatchObject({ processed: 3_000, counts: { add: 3_000 } });
    const { body } = await admin.get('/members?limit=1').expect(200);
    expect(body.total).toBe(3_000);
    await eventually(() =>
      expect(new Set(toldOf(admin).map((facts) => facts.memberId)).size).toBe(3_000),
    );
  });

  it.each([
    ['its first step', 100, 0],
    ['a later step', 400, 250],
  ])(
    'fails in %s after some attempts, publishes its end and can be reverted',
    async (_step, row, counted) => {
      const admin = await newSpace();
      const { space } = admin.claims!;
      const job = await reaches(admin, await begin(admin, 'add', many(600)), 'checked');
      const repository = service.running.app.get(MemberRepository);
      // The id of the row is taken for ever, so that its step ends in its middle.
      const id = derivedId(job.id, String(row));
      const fields = { ...memberFieldsOf({ familyName: '先客' }), typeId: null, customFields: {} };
      await repository.insert(space, newMember(id, fields, { customFields: [] }));
      await repository.change(space, id, () => ({ purge: true }));
      await admin.post(`/members/imports/${job.id}/run`).send({}).expect(202);
      // The last attempt.
      await retryNow(admin, job, 4);
      const failed = await reaches(admin, job, 'failed');
      expect(failed).toMatchObject({ processed: counted, failure: { code: 'request.internal' } });
      const written = await repository.findImported(space, job.id, 0, 600);
      expect(written).toHaveLength(row - 1);
      await eventually(() =>
        expect(new Set(toldOf(admin).map(({ memberId }) => memberId))).toEqual(
          new Set(written.map((member) => member.id)),
        ),
      );
      await expectAudited('members.import.failed', job);
      const finished = service.events.of(events.memberImportFinished);
      expect(
        finished.filter(({ data }) => data.importId === job.id).map(({ data }) => data.added),
      ).toEqual(counted > 0 ? [counted] : []);

      const reverting = await admin.post(`/members/imports/${job.id}/revert`).expect(202);
      expect(reverting.body).toMatchObject({ state: 'reverting', failure: null });
      expect(await reaches(admin, job, 'reverted')).toMatchObject({ reverted: row - 1 });
      expect(await list(admin)).toEqual([]);
    },
  );

  it('waits while the file store is away, however often it tries', async () => {
    const admin = await newSpace();
    const { space } = admin.claims!;
    const job = await reaches(admin, await begin(admin, 'add', many(3)), 'checked');
    const away = Object.assign(new Error('away'), { name: 'FileStoreUnavailableError' });
    const store = jest.spyOn(service.running.app.get<FileStore>(FILE_STORE), 'open');
    store.mockRejectedValue(away);
    await admin.post(`/members/imports/${job.id}/run`).send({}).expect(202);
    const imports = service.running.app.get(ImportRepository);
    const retried = (outages: number) =>
      eventually(async () => {
        const now = await imports.findById(space, job.id);
        expect(now).toMatchObject({ state: 'running', outages });
        return now!;
      });
    const tryNow = async () => {
      await imports.change(space, job.id, (_, { at }) => ({ set: { waitingSince: at } }));
      service.running.app.get(ImportProcessor).wake();
    };
    await retried(1);
    await imports.change(space, job.id, () => ({ set: { attempts: 4, outages: 20 } }));
    await tryNow();
    const { attempts, waitingSince, updatedAt } = await retried(21);
    expect(attempts).toBe(4);
    expect(waitingSince!.getTime() - updatedAt.getTime()).toBe(60_000);
    store.mockRestore();
    await tryNow();
    expect(await reaches(admin, job, 'done')).toMatchObject({ counts: { add: 3 } });
  });

  it('is reverted as a whole, except for members that were changed since', async () => {
    const admin = await newSpace();
    const kept = await admin.post('/members').send({ familyName: '元', company: '前' }).expect(201);
    const update = await begin(
      admin,
      'update',
      `会員ID,会社名\n${kept.body.id},後\n`,
      '?dryRun=false',
    );
    await reaches(admin, update, 'done');
    await admin.post(`/members/imports/${update.id}/revert`).expect(202);
    expect(await reaches(admin, update, 'reverted')).toMatchObject({ reverted: 1, notReverted: 0 });
    const back = await admin.get(`/members/${kept.body.id}`).expect(200);
    expect(back.body).toMatchObject({ company: '前', version: 3 });

    const job = await begin(admin, 'add', many(40), '?dryRun=false');
    await reaches(admin, job, 'done');
    const [touched] = await list(admin, '?q=多数7&limit=1');
    await admin
      .patch(`/members/${touched!.id}`)
      .set('if-match', '"1"')
      .send({ company: '手で変更' })
      .expect(200);
    await admin.post(`/members/imports/${job.id}/revert`).expect(202);
    expect(await reaches(admin, job, 'reverted')).toMatchObject({ reverted: 39, notReverted: 1 });
    const left = await list(admin);
    expect(left.map(({ id }) => id).sort()).toEqual([kept.body.id, touched!.id].sort());
    await admin.post(`/members/imports/${job.id}/revert`).expect(409);
  });

  it('is reverted in the search, too', async () => {
    const admin = await newSpace();
    const kept = await admin
      .post('/members')
      .send({ familyName: '検索', company: '以前の会社', typeId: 'dropIn' })
      .expect(201);
    const update = `会員ID,姓,会社名,会員種別\n${kept.body.id},探索,以後の会社,個室\n`;
    const changed = await begin(admin, 'update', update, '?dryRun=false');
    await reaches(admin, changed, 'done');
    const added = await begin(admin, 'add', '姓\n一時的\n', '?dryRun=false');
    await reaches(admin, added, 'done');
    await service.running.app.get(MemberIndex).packAll(admin.claims!.space);
    const found = async (q: string) =>
      (await list(admin, `?q=${encodeURIComponent(q)}`)).map(({ familyName }) => familyName);
    expect([await found('以後'), await found('一時的')]).toEqual([['探索'], ['一時的']]);
    for (const job of [changed, added]) {
      await admin.post(`/members/imports/${job.id}/revert`).expect(202);
      await reaches(admin, job, 'reverted');
    }
    expect([await found('以後'), await found('一時的')]).toEqual([[], []]);
    expect([await found('以前'), await found('検索')]).toEqual([['検索'], ['検索']]);
    await service.running.app.get(MemberIndex).packAll(admin.claims!.space);
    expect([await found('以後'), await found('以前')]).toEqual([[], ['検索']]);
  });

  it('is reverted in batches, with one event for each member', async () => {
    const admin = await newSpace();
    const job = await begin(admin, 'add', many(600), '?dryRun=false');
    await reaches(admin, job, 'done');
    // The first batch is written, then interrupted before its progress is stored.
    const imports = service.running.app.get(ImportRepository);
    jest.spyOn(imports, 'progress').mockRejectedValueOnce(new Error('cut off'));
    await admin.post(`/members/imports/${job.id}/revert`).expect(202);
    await retryNow(admin, job);
    expect(await reaches(admin, job, 'reverted')).toMatchObject({ reverted: 600, notReverted: 0 });
    expect(await list(admin)).toEqual([]);
    const { space } = admin.claims!;
    await eventually(() => {
      const gone = toldOf(admin).filter(({ deleted }) => deleted);
      expect(new Set(gone.map(({ memberId }) => memberId)).size).toBe(600);
      expect(new Set(gone.map(({ version }) => version))).toEqual(new Set([2]));
    });
    const each = service.events.named('members.member.deleted');
    expect(each.filter((event) => event.space === space)).toEqual([]);
    await eventually(() => {
      const finished = service.events
        .named('members.import.finished')
        .filter((event) => event.space === space);
      expect(finished.map(({ data }) => data)).toEqual([
        { importId: job.id, added: 600, updated: 0 },
        { importId: job.id, added: 0, updated: 0, reverted: 600 },
      ]);
    });
  });

  it('is reverted from its first row where 2.13.0 began to revert it', async () => {
    const admin = await newSpace();
    const job = await begin(admin, 'add', many(3), '?dryRun=false');
    await reaches(admin, job, 'done');
    const begun = { state: 'reverting', reverted: 1, notReverted: 0, processed: 1 };
    const imports = service.running.app.get(ImportRepository);
    await imports.change(admin.claims!.space, job.id, (_, { at }) => ({
      set: { ...begun, waitingSince: at },
      unset: ['revertedRow'],
    }));
    service.running.app.get(ImportProcessor).wake();
    expect(await reaches(admin, job, 'reverted')).toMatchObject({ processed: 3, reverted: 3 });
    expect(await list(admin)).toEqual([]);
  });

  describe('that is cancelled', () => {
    /** Runs `during` while the given step writes its members. */
    function during(step: number, work: () => Promise<unknown>): void {
      const repository = service.running.app.get(MemberRepository);
      const insert = repository.insertBare.bind(repository);
      let steps = 0;
      const spy = jest.spyOn(repository, 'insertBare').mockImplementation(async (...args) => {
        steps += 1;
        await insert(...args);
        if (steps !== step) return;
        spy.mockRestore();
        await work();
      });
    }
    async function expectWritten(admin: TestCaller, job: MemberImport, count: number) {
      const cancelled = await reaches(admin, job, 'cancelled');
      expect(cancelled).toMatchObject({ processed: count, counts: { add: count } });
      expect(cancelled).toMatchObject({ cancelling: false });
      expect((await admin.get('/members?limit=1').expect(200)).body.total).toBe(count);
      await eventually(() =>
        expect(new Set(toldOf(admin).map(({ memberId }) => memberId)).size).toBe(count),
      );
      return cancelled;
    }
    async function checked(admin: TestCaller): Promise<MemberImport> {
      return reaches(admin, await begin(admin, 'add', many(1_500)), 'checked');
    }
    const cancel = (admin: TestCaller, job: MemberImport) =>
      admin.post(`/members/imports/${job.id}/cancel`);

    it('ends after the running step; what was written stays, is published and can be reverted', async () => {
      const admin = await newSpace();
      const job = await checked(admin);
      during(2, async () => {
        const { body } = await cancel(admin, job).expect(202);
        expect(body).toMatchObject({ state: 'running', cancelling: true });
      });
      await admin.post(`/members/imports/${job.id}/run`).send({}).expect(202);
      await expectWritten(admin, job, 500);
      expect(await rows(admin, job, '?limit=200&afterRow=400')).toHaveLength(100);
      await cancel(admin, job).expect(409);
      await expectAudited('members.import.cancelled', job);

      await admin.post(`/members/imports/${job.id}/revert`).expect(202);
      expect(await reaches(admin, job, 'reverted')).toMatchObject({ reverted: 500 });
      expect(await list(admin)).toEqual([]);
    });

    it('repeats the step that its worker left half done, and then ends', async () => {
      const admin = await newSpace();
      const job = await checked(admin);
      during(2, async () => {
        await cancel(admin, job).expect(202);
        throw new Error('cut off');
      });
      await admin.post(`/members/imports/${job.id}/run`).send({}).expect(202);
      await retryNow(admin, job);
      await expectWritten(admin, job, 500);
    });

    it('ends after a restart, too', async () => {
      const admin = await newSpace();
      const job = await checked(admin);
      let restarted: Promise<void> | undefined;
      during(1, async () => {
        await cancel(admin, job).expect(202);
        // It ends its attempt after this step.
        restarted = service.restart('members');
      });
      await admin.post(`/members/imports/${job.id}/run`).send({}).expect(202);
      await eventually(() => expect(restarted).toBeDefined());
      await restarted;
      await expectWritten(admin, job, 250);
    });

    it('writes nothing where it is still checked, and cannot be reverted then', async () => {
      const admin = await newSpace();
      const chunks = service.running.app.get(ImportChunkRepository);
      const keep = chunks.keep.bind(chunks);
      const spy = jest.spyOn(chunks, 'keep').mockImplementation(async (space, chunk) => {
        await keep(space, chunk);
        spy.mockRestore();
        await admin.post(`/members/imports/${chunk.importId}/cancel`).expect(202);
      });
      const job = await begin(admin, 'add', many(1_500), '?dryRun=false');
      expect(await reaches(admin, job, 'cancelled')).toMatchObject({
        counts: { add: 0 },
        processed: 250,
      });
      // Nor does the audit log have its counts.
      await expectAudited('members.import.cancelled', job, {
        changes: expect.arrayContaining([{ field: 'add', before: null, after: 0 }]),
      });
      expect(await list(admin)).toEqual([]);
      await admin.post(`/members/imports/${job.id}/revert`).expect(409);
      await admin.post(`/members/imports/${job.id}/run`).send({}).expect(409);
    });

    it('is for those who may import, in their own space', async () => {
      const admin = await newSpace();
      const job = await checked(admin);
      const { space } = admin.claims!;
      await cancel(service.asStaff({ space }), job).expect(403);
      await cancel(service.asStaff({ space: 'elsewhere', role: 'primaryAdmin' }), job).expect(404);
      const { body } = await cancel(admin, job).expect(409);
      expect(body.code).toBe('members.import.wrong-state');
    });
  });

  it('keeps its file for some weeks; without it there is neither report nor run', async () => {
    const admin = await newSpace();
    const job = await begin(admin, 'add', '姓\n期限\n,\n');
    await reaches(admin, job, 'checked');
    const expiry = service.running.app.get(ImportFiles);
    const days = (count: number) => new Date(Date.now() + count * 86_400_000);
    await expiry.runDue(days(MEMBER_CSV_KEPT_DAYS - 1));
    await admin.get(`/members/imports/${job.id}/report`).expect(200);
    await expiry.runDue(days(MEMBER_CSV_KEPT_DAYS + 1));
    const answer = await admin.get(`/members/imports/${job.id}/report`).expect(410);
    expect(answer.body.code).toBe('members.import.file-gone');
    await admin.post(`/members/imports/${job.id}/run`).send({}).expect(410);
    const { body } = await admin.get(`/members/imports/${job.id}`).expect(200);
    expect(body).toMatchObject({ state: 'checked', fileKept: false });
  });

  it('begins once for a key', async () => {
    const admin = await newSpace();
    const post = () => send(admin, 'add', '姓\n一度\n').set('idempotency-key', 'import-0001');
    const first = await post().expect(202);
    const again = await post().expect(202);
    expect(again.body.id).toBe(first.body.id);
    expect((await admin.get('/members/imports').expect(200)).body.items).toHaveLength(1);
  });

  it('pages rows by verdict', async () => {
    const admin = await newSpace();
    const content = `姓,名\n${Array.from({ length: 1_200 }, (_, n) => (n % 400 ? `行${n},a` : ',a')).join('\n')}\n`;
    const job = await begin(admin, 'add', content);
    await reaches(admin, job, 'checked');
    const refused = await rows(admin, job, '?verdict=refused');
    expect(refused.map(({ row }) => row)).toEqual([1, 401, 801]);
    const { body } = await admin
      .get(`/members/imports/${job.id}/rows?limit=200&afterRow=1100`)
      .expect(200);
    expect(body.items).toHaveLength(100);
    expect(body.nextRow).toBeNull();
  });
});
