import { events } from '@engawa/contracts';
import { EventBus } from '@engawa/events';
import { explainOf, inSystemScope } from '@engawa/persistence';
import { eventually, type TestService, throughout } from '@engawa/testing';
import { EmailRepository } from '../email/email.repository';
import { SweeperService } from '../installation/sweeper.service';
import { SpacesRepository } from '../space/space.repository';
import { GodFactsService } from '../staff/god-facts.service';
import { StaffRepository } from '../staff/staff.repository';
import { Browser, PASSWORD, startIdentity } from '../testing/identity-test.service';
import { MailFolder } from '../testing/mail-folder';

const folder = new MailFolder();
let service: TestService;
let god: Browser;
beforeAll(async () => {
  service = await startIdentity({ MAIL_DIR: folder.path });
  god = await new Browser(service.url).signIn('god@engawa.example');
});
afterAll(async () => {
  await service?.stop();
  folder.remove();
});

const newSpace = (id: string, email: string) =>
  god.ask('post', '/spaces').send({
    id,
    displayName: '縁側 京都',
    primaryAdmin: { email, displayName: '京 子' },
  });

const check = (token: string) =>
  new Browser(service.url).ask('post', '/auth/password-links/check').send({ token });

describe('addSpace (IDN-1, IDN-10)', () => {
  it('makes a space whose primary administrator comes in by the mail', async () => {
    const { body } = await newSpace('engawa-kyoto', 'kyoto@engawa.example').expect(201);
    expect(body).toMatchObject({
      id: 'engawa-kyoto',
      timeZone: 'Asia/Tokyo',
      staffCount: 1,
      primaryAdmin: { email: 'kyoto@engawa.example', displayName: '京 子' },
    });
    const inKyoto = ({ space }: { space: string }) => space === 'engawa-kyoto';
    const created = await service.events.receiveSuch(events.spaceCreated, inKyoto);
    expect(created.data).toMatchObject({ spaceId: 'engawa-kyoto', displayName: '縁側 京都' });
    const added = await service.events.receiveSuch(events.staffAdded, inKyoto);
    expect(added.data.role).toBe('primaryAdmin');
    const token = await folder.token('kyoto@engawa.example');
    await new Browser(service.url)
      .ask('post', '/auth/password-links/submit')
      .send({ token, newPassword: PASSWORD })
      .expect(204);
    const admin = await new Browser(service.url).signIn('kyoto@engawa.example');
    expect(admin.answer!.session).toMatchObject({
      admin: true,
      space: { id: 'engawa-kyoto' },
      staff: { role: 'primaryAdmin' },
    });
  });

  it('refuses a taken name and a taken address, and leaves nothing half done', async () => {
    const name = await newSpace('engawa-sendai', 'free@engawa.example').expect(409);
    expect(name.body.code).toBe('identity.space.taken');
    await newSpace('engawa-free', 'free@engawa.example').expect(201);
    const email = await newSpace('engawa-osaka', 'STAFF@engawa.example').expect(409);
    expect(email.body.code).toBe('identity.staff.email-taken');
    await god.ask('get', '/spaces/engawa-osaka').expect(404);
    await newSpace('Bad Name', 'x@engawa.example').expect(400);
  });

  it('makes one space of a request that is sent twice under its key', async () => {
    const send = () =>
      newSpace('engawa-nagoya', 'nagoya@engawa.example').set('idempotency-key', 'space-00001');
    const first = await send().expect(201);
    expect((await send().expect(201)).body).toEqual(first.body);
    expect(first.body).toMatchObject({ staffCount: 1 });
    const other = newSpace('engawa-nagoya', 'other@engawa.example');
    expect((await other.set('idempotency-key', 'space-00002')).status).toBe(409);
  });

  it('is finished by the sweeper where a crash left only the space', async () => {
    const { app } = service.running;
    const founding = {
      staffId: 'founder-1',
      email: 'founder@engawa.example',
      displayName: '創 始',
      jobTitle: '',
      locale: 'ja' as const,
    };
    await app.get(EmailRepository).reserve(founding.email, 'engawa-nara', founding.staffId);
    await app.get(SpacesRepository).insert('engawa-nara', {
      id: 'engawa-nara',
      displayName: '縁側 奈良',
      timeZone: 'Asia/Tokyo',
      primaryAdminId: founding.staffId,
      founding,
      handover: null,
      unfinishedSince: new Date(Date.now() - 1_000),
    });
    await app.get(SweeperService).sweep(0);
    await app.get(SweeperService).sweep(0);
    const { body } = await god.ask('get', '/spaces/engawa-nara').expect(200);
    expect(body).toMatchObject({ staffCount: 1, primaryAdmin: { id: founding.staffId } });
    await folder.token(founding.email);
    expect(folder.to(founding.email)).toHaveLength(1);
  });

  it('is for god alone', async () => {
    const admin = await new Browser(service.url).signIn('admin@engawa.example');
    for (const path of ['/spaces', '/spaces/engawa-sendai']) {
      expect((await admin.ask('get', path).expect(403)).body.code).toBe('auth.forbidden');
    }
  });
});

describe('listSpaces', () => {
  it('pages by id', async () => {
    const first = await god.ask('get', '/spaces?limit=1').expect(200);
    expect(first.body.items).toHaveLength(1);
    const next = await god.ask('get', `/spaces?limit=50&cursor=${first.body.nextCursor}`);
    expect(next.body.nextCursor).toBeNull();
    const ids = [...first.body.items, ...next.body.items].map((space: { id: string }) => space.id);
    expect(ids).toEqual([...ids].sort());
    expect(ids).toEqual(expect.arrayContaining(['engawa-other', 'engawa-sendai']));
  });

  it('is read by its index', async () => {
    const spaces = service.running.app.get(SpacesRepository);
    const plan = await inSystemScope('a test of the plan', () =>
      explainOf(spaces.allQuery(undefined, 50)),
    );
    expect(plan.index).toBe('byId');
    expect(plan.keysExamined).toBeLessThanOrEqual(plan.returned + 1);
  });
});

describe('registerPrimaryAdmin', () => {
  const register = (email: string, key?: string) => {
    const request = god.ask('post', '/spaces/engawa-other/primary-admin');
    if (key) void request.set('idempotency-key', key);
    return request.send({ email, displayName: '新任 五郎' });
  };

  it('appoints a staff member of the space or invites somebody new; the previous one becomes generalAdmin', async () => {
    const { body } = await register('fresh@other.example').expect(200);
    expect(body).toMatchObject({ email: 'fresh@other.example', role: 'primaryAdmin' });
    await folder.token('fresh@other.example');
    const back = await register('admin@other.example').expect(200);
    expect(back.body).toMatchObject({ email: 'admin@other.example', role: 'primaryAdmin' });
    const { body: detail } = await god.ask('get', '/spaces/engawa-other').expect(200);
    const roles = detail.staffs.map((staff: { email: string; role: string }) => [
      staff.email,
      staff.role,
    ]);
    expect(roles).toEqual([
      ['admin@other.example', 'primaryAdmin'],
      ['fresh@other.example', 'generalAdmin'],
    ]);
    const foreign = await register('staff@engawa.example').expect(409);
    expect(foreign.body.code).toBe('identity.staff.email-taken');
  });

  it('sends one invitation where a request is sent again under its key', async () => {
    const { version, id } = (await register('lost@other.example', 'lost-answer').expect(200)).body;
    await folder.token('lost@other.example');
    const again = await register('lost@other.example', 'lost-answer').expect(200);
    expect(again.body).toMatchObject({ id, role: 'primaryAdmin' });
    const { version: now, mailsDue } = await service.running.app
      .get(StaffRepository)
      .getStaff('engawa-other', id);
    expect({ now, mailsDue }).toEqual({ now: again.body.version, mailsDue: [] });
    expect(now).toBe(version);
    expect(folder.to('lost@other.example')).toHaveLength(1);
    await register('admin@other.example').expect(200);
  });

  it('invites the present holder again who has not joined', async () => {
    await newSpace('engawa-otaru', 'otaru@engawa.example').expect(201);
    const first = await folder.token('otaru@engawa.example');
    const again = { email: 'otaru@engawa.example', displayName: '小 樽' };
    await god.ask('post', '/spaces/engawa-otaru/primary-admin').send(again).expect(200);
    await eventually(() => expect(folder.to('otaru@engawa.example')).toHaveLength(2));
    await check(first).expect(410);
    await check(await folder.token('otaru@engawa.example', 2)).expect(200);
  });
});

describe('updateEmailByGod', () => {
  it('moves the sign-in to the new address, frees the old one and mails both', async () => {
    const staff = await new Browser(service.url).signIn('staff@engawa.example');
    const path = `/spaces/engawa-sendai/staffs/${staff.staffId}/email`;
    const taken = await god.ask('put', path).send({ email: 'ADMIN@engawa.example' }).expect(409);
    expect(taken.body.code).toBe('identity.staff.email-taken');
    const { body } = await god.ask('put', path).send({ email: 'Moved@engawa.example' }).expect(200);
    expect(body.email).toBe('Moved@engawa.example');
    await new Browser(service.url).signIn('moved@ENGAWA.example');
    await new Browser(service.url)
      .ask('post', '/auth/sign-in')
      .send({ email: 'staff@engawa.example', password: PASSWORD })
      .expect(401);
    await eventually(() => {
      expect(folder.to('staff@engawa.example')).toHaveLength(1);
      expect(folder.to('Moved@engawa.example')).toHaveLength(1);
    });
    const admin = await new Browser(service.url).signIn('admin@engawa.example');
    const again = { email: 'staff@engawa.example', displayName: '別人' };
    await admin.ask('post', '/staffs').send(again).expect(201);
    await god.ask('put', path.replace('sendai', 'other')).send({ email: 'q@x.jp' }).expect(404);
  });

  it('invites somebody who has not joined at the new address', async () => {
    const { body: made } = await newSpace('engawa-kobe', 'koube@engawa.example').expect(201);
    const first = await folder.token('koube@engawa.example');
    const path = `/spaces/engawa-kobe/staffs/${made.primaryAdmin.id}/email`;
    await god.ask('put', path).send({ email: 'kobe@engawa.example' }).expect(200);
    const token = await folder.token('kobe@engawa.example');
    expect(folder.to('kobe@engawa.example')).toHaveLength(1);
    await check(first).expect(410);
    expect((await check(token).expect(200)).body).toMatchObject({
      ...{ kind: 'invitation', email: 'kobe@engawa.example' },
    });
    await new Browser(service.url)
      .ask('post', '/auth/password-links/submit')
      .send({ token, newPassword: PASSWORD })
      .expect(204);
    await new Browser(service.url).signIn('kobe@engawa.example');
  });
});

describe('questions of other services', () => {
  it('are answered with facts and versions', async () => {
    const bus = service.running.app.get(EventBus);
    const ids = [god.staffId, 'nobody'];
    const staffs = await bus.ask('identity.findStaffs', { space: 'engawa-sendai', ids });
    expect(staffs).toEqual([
      expect.objectContaining({
        ...{ staffId: god.staffId, displayName: '運営 太郎', version: 1, god: true },
      }),
    ]);
    expect(await bus.ask('identity.findStaffs', { space: 'engawa-other', ids })).toEqual([]);
    expect(await bus.ask('identity.findSpace', { space: 'engawa-sendai' })).toEqual([
      { spaceId: 'engawa-sendai', displayName: '縁側 仙台', timeZone: 'Asia/Tokyo', version: 1 },
    ]);
    expect(await bus.ask('identity.findSpace', { space: 'nowhere' })).toEqual([]);
  });
});

describe('god of an earlier version', () => {
  it('is made known to other services once', async () => {
    const staffs = service.running.app.get(StaffRepository);
    const gods = () => staffs.findGodsOfEarlierVersions();
    const told = () =>
      service.events.of(events.staffUpdated).filter(({ data }) => data.staffId === god.staffId);
    expect(await gods()).toEqual([]);
    await staffs['store'].model
      .updateOne(
        { space: 'engawa-sendai', id: god.staffId } as never,
        { $unset: { factsRevision: 1 } } as never,
      )
      .exec();
    const plan = await inSystemScope('a test of the plan', () => explainOf(staffs.godQuery()));
    expect(plan).toMatchObject({ index: 'gods', docsExamined: 1, returned: 1 });
    const facts = service.running.app.get(GodFactsService);
    const before = told().length;
    await Promise.all([facts.onApplicationBootstrap(), facts.onApplicationBootstrap()]);
    await eventually(() => expect(told()).toHaveLength(before + 1));
    expect(told().at(-1)!.data).toMatchObject({ god: true });
    expect(await gods()).toEqual([]);
    await facts.onApplicationBootstrap();
    await throughout(() => expect(told()).toHaveLength(before + 1));
  });
});
