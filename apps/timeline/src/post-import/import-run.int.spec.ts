import { type PostImport } from '@engawa/contracts';
import { ImportProcessor, ImportRepository } from '@engawa/imports';
import { eventually, type TestService } from '@engawa/testing';
import { callersOf, startTimeline } from '../timeline.fixture';
import { PostRepository } from '../post/post.repository';
import { heading, importCalls } from './import.fixture';
import type { ImportDocument } from './import.schema';

let service: TestService;
let callers: ReturnType<typeof callersOf>;

beforeAll(async () => {
  service = await startTimeline();
  callers = callersOf(service);
});
afterAll(() => service?.stop());

const { send, reaches, check, run, rowsOf, postsOf } = importCalls(() => callers);

describe('an import that is cancelled', () => {
  const file = `${heading}\n${'2013-06-01 00:00,書き手,,,x\n'.repeat(450)}`;
  const inYear = '/posts/export?from=2013-05-31T00:00:00Z&to=2013-07-01T00:00:00Z';
  const cancel = (id: string, by = callers.admin) => by.post(`/posts/imports/${id}/cancel`);
  const written = async () =>
    (await callers.admin.get(inYear).expect(200)).text.trim().split('\r\n').length - 1;

  it('ends after the running step; what was written stays, and the file adds the rest', async () => {
    const { id } = await check(file);
    const posts = service.running.app.get(PostRepository);
    const insert = posts.insertBare.bind(posts);
    let steps = 0;
    const spy = jest.spyOn(posts, 'insertBare').mockImplementation(async (...args) => {
      steps += 1;
      if (steps === 2) {
        const { body } = await cancel(id).expect(202);
        expect(body).toMatchObject({ state: 'running', cancelling: true });
      }
      return insert(...args);
    });
    await callers.admin.post(`/posts/imports/${id}/run`).expect(202);
    const cancelled = await reaches(id, 'cancelled');
    spy.mockRestore();
    expect(cancelled).toMatchObject({ processed: 200, counts: { add: 200 }, cancelling: false });
    expect(await written()).toBe(200);
    await eventually(() =>
      expect(
        service.events.named('timeline.posts.imported').map(({ data }) => data),
      ).toContainEqual({
        importId: id,
        added: 200,
      }),
    );
    await cancel(id).expect(409);
    await callers.admin.post(`/posts/imports/${id}/run`).expect(409);

    expect((await run(file)).counts).toEqual({ add: 250, unchanged: 200, refused: 0 });
    expect(await written()).toBe(450);
  });

  it('is for those who may import, in their own space', async () => {
    const { id } = await check('メモ\nx\n');
    await cancel(id, callers.writer).expect(403);
    await cancel(id, callers.foreign).expect(404);
    await cancel(id).expect(409);
  });
});

it('reads its state at its begin and end, not for each step', async () => {
  const rows = Array.from({ length: 250 }, (_, n) => `2017-01-01 00:00,書き手,,,row ${n}`);
  const { id } = await check([heading, ...rows].join('\n'));
  const change = jest.spyOn(service.running.app.get(ImportRepository), 'change');
  await callers.admin.post(`/posts/imports/${id}/run`).expect(202);
  expect(await reaches(id, 'done')).toMatchObject({ processed: 250, counts: { add: 250 } });
  // The request, the begin and the end.
  expect(change.mock.calls.filter(([, changed]) => changed === id)).toHaveLength(3);
  change.mockRestore();
});

it('publishes the end of a failed run, and adds the rest when the file is sent again', async () => {
  const rows = Array.from({ length: 250 }, (_, n) => `2016-01-01 00:00,書き手,,,row ${n}`);
  const file = [heading, ...rows].join('\n');
  const { id } = await check(file);
  const posts = service.running.app.get(PostRepository);
  const insert = posts.insertBare.bind(posts);
  const spy = jest.spyOn(posts, 'insertBare').mockImplementation(async (space, all, ...rest) => {
    const fit = all.filter(({ memo }) => memo !== 'row 249');
    await insert(space, fit, ...rest);
    if (fit.length < all.length) throw new Error('cannot be written');
  });
  await callers.admin.post(`/posts/imports/${id}/run`).expect(202);
  const imports = service.running.app.get(ImportRepository);
  await eventually(async () =>
    expect(await imports.findById('space-a', id)).toMatchObject({ attempts: 1 }),
  );
  // The last attempt, at once.
  await imports.change('space-a', id, (_, { at }) => ({ set: { attempts: 4, waitingSince: at } }));
  service.running.app.get(ImportProcessor).wake();
  expect(await reaches(id, 'failed')).toMatchObject({ processed: 200, counts: { add: 200 } });
  spy.mockRestore();
  await eventually(() => {
    const ends = service.events.named('timeline.posts.imported').map(({ data }) => data);
    expect(ends).toContainEqual({ importId: id, added: 200 });
    const audits = service.events.named('timeline.audit.recorded').map(({ data }) => data);
    expect(audits).toContainEqual(expect.objectContaining({ action: 'timeline.import.failed' }));
  });

  expect((await run(file)).counts).toEqual({ add: 1, unchanged: 249, refused: 0 });
});

describe('a worker that crashed', () => {
  const rows = Array.from({ length: 450 }, (_, n) =>
    n % 150 === 0 ? `2014-01-01 00:00,誰か,,,row ${n}` : `2014-01-01 00:00,書き手,,,row ${n}`,
  );
  const file = [heading, ...rows].join('\n');
  const whole = { add: 447, unchanged: 0, refused: 3 };
  const inYear = '/posts/export?from=2013-12-31T00:00:00Z&to=2014-02-01T00:00:00Z';

  /** Sets the import back to a step after so many rows, whose lease ends then. */
  async function putBack(
    id: string,
    state: ImportDocument['state'],
    leaseEnds = new Date(),
    processed = 200,
  ) {
    const repository = service.running.app.get(ImportRepository);
    const refused = Math.ceil(processed / 150);
    await repository.change('space-a', id, () => ({
      set: {
        ...{ state, processed, counts: { add: processed - refused, unchanged: 0, refused } },
        ...{ worker: 'gone', waitingSince: leaseEnds },
      },
      unset: ['fileUntil'],
    }));
  }

  it('leaves its check to another, which counts no row twice', async () => {
    const checked = await check(file);
    expect(checked).toMatchObject({ rows: 450, counts: whole });
    await putBack(checked.id, 'checking');
    service.running.app.get(ImportProcessor).wake();
    const again = await reaches(checked.id, 'checked');
    expect(again).toMatchObject({ rows: 450, processed: 450, counts: whole });
    expect((await rowsOf(checked.id)).map(({ row }) => row)).toEqual([1, 151, 301]);
  });

  it('leaves its check to another also after a step of 2.13.0, which had half as many rows', async () => {
    const { id } = await check(file);
    await putBack(id, 'checking', new Date(), 100);
    service.running.app.get(ImportProcessor).wake();
    expect(await reaches(id, 'checked')).toMatchObject({ processed: 450, counts: whole });
    expect((await rowsOf(id)).map(({ row }) => row)).toEqual([1, 151, 301]);
  });

  it('leaves its run to another, which writes no row twice', async () => {
    const { id } = await run(file);
    await putBack(id, 'running');
    service.running.app.get(ImportProcessor).wake();
    expect(await reaches(id, 'done')).toMatchObject({ processed: 450, counts: whole });
    expect((await rowsOf(id)).map(({ row }) => row)).toEqual([1, 151, 301]);
    const { text } = await callers.admin.get(inYear).expect(200);
    expect(text.trim().split('\r\n')).toHaveLength(448);
  });

  it('leaves its run to another, which does not restore what was deleted meanwhile', async () => {
    const one = `${heading}\n2004-01-01 09:00,書き手,,,一度だけ戻る`;
    const remove = async () => {
      const [post] = await postsOf(2004);
      await callers.admin.delete(`/posts/${post!.id}`).expect(204);
    };
    await run(one);
    await remove();
    const { id } = await run(one);
    await remove();
    await service.running.app.get(ImportRepository).change('space-a', id, (_, { at }) => ({
      set: {
        ...{ state: 'running', processed: 0, counts: { add: 0, unchanged: 0, refused: 0 } },
        ...{ worker: 'gone', waitingSince: at },
      },
      unset: ['fileUntil'],
    }));
    service.running.app.get(ImportProcessor).wake();
    expect(await reaches(id, 'done')).toMatchObject({ processed: 1, counts: { add: 1 } });
    expect(await postsOf(2004)).toEqual([]);
  });

  it('keeps its turn while it may be alive', async () => {
    const { id } = await check(file);
    const now = new Date();
    await putBack(id, 'checking', new Date(now.getTime() + 3_600_000));
    const lane = { space: 'space-a', receiver: 'checking' };
    expect(await service.running.app.get(ImportRepository).claim(lane, now, now)).toBeNull();
    await putBack(id, 'checking');
    service.running.app.get(ImportProcessor).wake();
    await reaches(id, 'checked');
  });
});

it('checks a file while another one is carried out', async () => {
  const job = service.running.app.get(ImportProcessor);
  const work = job.work.bind(job);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const slow = jest.spyOn(job, 'work').mockImplementation(async (taken, signal) => {
    if (taken.state === 'running') await held;
    return work(taken, signal);
  });
  const { id } = await check('メモ\n長くかかる\n');
  await callers.admin.post(`/posts/imports/${id}/run`).expect(202);
  await check('メモ\nすぐ分かる\n');
  await reaches(id, 'running');
  letGo();
  await reaches(id, 'done');
  slow.mockRestore();
});

it('goes on after the service was restarted, and writes no row twice', async () => {
  const rows = Array.from({ length: 600 }, (_, n) => `2015-01-01 00:00,書き手,,,row ${n}`);
  const { id } = (await send([heading, ...rows].join('\n')).expect(202)).body as PostImport;
  await service.restart('timeline');
  callers = callersOf(service);
  expect(await reaches(id, 'checked')).toMatchObject({ rows: 600, counts: { add: 600 } });
  await callers.admin.post(`/posts/imports/${id}/run`).expect(202);
  await eventually(async () => {
    const { body } = await callers.admin.get(`/posts/imports/${id}`).expect(200);
    expect(body.processed).toBeGreaterThan(0);
  });
  await service.restart('timeline');
  callers = callersOf(service);
  const counts = { add: 600, unchanged: 0, refused: 0 };
  expect(await reaches(id, 'done')).toMatchObject({ processed: 600, counts });
  const { text } = await callers.admin
    .get('/posts/export?from=2014-12-31T00:00:00Z&to=2015-02-01T00:00:00Z')
    .expect(200);
  expect(text.trim().split('\r\n')).toHaveLength(601);
}, 90_000);
