import { events } from '@engawa/contracts';
import { explainOf, inSystemScope } from '@engawa/persistence';
import { type TestService } from '@engawa/testing';
import { EmailRepository } from '../email/email.repository';
import { INSTALLATION_SPACE } from '../installation/installation.rules';
import { SweeperService } from '../installation/sweeper.service';
import { Browser, PASSWORD, startIdentity, revokes } from '../testing/identity-test.service';
import { StaffRepository } from './staff.repository';

let service: TestService;
let admin: Browser;
beforeAll(async () => {
  service = await startIdentity();
  admin = await new Browser(service.url).signIn('admin@engawa.example');
});
afterAll(() => service?.stop());

let count = 0;
async function addStaff(fields: Record<string, unknown> = {}) {
  count += 1;
  const input = {
    email: `new${count}@engawa.example`,
    displayName: `新人 ${count}`,
    firstPassword: 'first password',
    ...fields,
  };
  const { body } = await admin.ask('post', '/staffs').send(input).expect(201);
  return body as { id: string; version: number; email: string };
}
/** A signed-in staff member with a password. */
async function settledStaff(fields: Record<string, unknown> = {}) {
  const staff = await addStaff(fields);
  const browser = await new Browser(service.url).signIn(staff.email, 'first password');
  await browser.ask('post', '/profile/first-password').send({ newPassword: PASSWORD }).expect(200);
  return { staff, browser: await browser.signIn(staff.email) };
}

describe('listStaffs and getStaff', () => {
  it('show the staff of the own space', async () => {
    const { body } = await admin.ask('get', '/staffs').expect(200);
    const names = body.items.map((staff: { displayName: string }) => staff.displayName);
    expect(names).toEqual(expect.arrayContaining(['縁側 花子', '副店 次郎', '受付 三郎']));
    expect(names).not.toContain('別館 桜');
    expect(JSON.stringify(body)).not.toMatch(/argon2|passwordHash|_id/);
  });

  it('do not list god, nor the last sign-in of god', async () => {
    const god = await new Browser(service.url).signIn('god@engawa.example');
    const idsFor = async (browser: Browser) =>
      (await browser.ask('get', '/staffs').expect(200)).body.items.map(
        ({ id }: { id: string }) => id,
      );
    expect(await idsFor(admin)).not.toContain(god.staffId);
    expect(await idsFor(god)).not.toContain(god.staffId);
    const { body } = await admin.ask('get', '/staffs/last-sign-in-times').expect(200);
    expect(JSON.stringify(body)).not.toContain(god.staffId);
    await admin.ask('get', `/staffs/${god.staffId}`).expect(200);
  });

  it('know nothing of another space', async () => {
    const other = await new Browser(service.url).signIn('admin@other.example');
    const foreign = await other.ask('get', `/staffs/${admin.staffId}`).expect(404);
    const unknown = await other.ask('get', '/staffs/nobody').expect(404);
    expect(foreign.body.code).toBe('identity.staff.not-found');
    expect(unknown.body.code).toBe('identity.staff.not-found');
  });

  it('are read by their index', async () => {
    const repository = service.running.app.get(StaffRepository);
    const plan = await explainOf(repository.ofSpaceQuery('engawa-sendai'));
    expect(plan.index).toBe('bySpace');
    expect(plan.keysExamined).toBeLessThanOrEqual(plan.returned + 1);
    const byEmail = await inSystemScope('a test of the plan', () =>
      explainOf(repository.emailQuery('staff@engawa.example')),
    );
    expect(byEmail).toMatchObject({ index: 'byEmail', keysExamined: 1, returned: 1 });
  });
});

const isAbout =
  (staff: { id: string }) =>
  ({ data }: { data: { staffId: string } }) =>
    data.staffId === staff.id;

describe('addUser (IDN-6, IDN-8)', () => {
  it('makes an account that only opens the choice of a password', async () => {
    const staff = await addStaff();
    const added = await service.events.receiveSuch(events.staffAdded, isAbout(staff));
    expect(added).toMatchObject({
      space: 'engawa-sendai',
      actor: admin.staffId,
      aggregate: { type: 'staff', id: staff.id },
      version: 1,
      data: { staffId: staff.id, role: 'staff', deactivated: false },
    });
    const browser = await new Browser(service.url).signIn(staff.email, 'first password');
    expect(browser.answer!.session.initialPasswordChanged).toBe(false);
    const { body } = await browser.ask('get', '/staffs').expect(403);
    expect(body.code).toBe('auth.onboarding-required');
    await browser.ask('post', '/session/terms').expect(200);
    const answer = await browser
      .ask('post', '/profile/first-password')
      .send({ newPassword: PASSWORD })
      .expect(200);
    expect(answer.body.session).toMatchObject({
      initialPasswordChanged: true,
      staff: { isAgreedToTOU: true },
    });
    browser.answer = answer.body;
    await browser.ask('get', '/staffs').expect(200);
  });

  it('refuses an address in use, in any case and over spaces', async () => {
    for (const email of ['ADMIN@engawa.example', 'Admin@Other.example']) {
      const { body } = await admin
        .ask('post', '/staffs')
        .send({ email, displayName: 'x' })
        .expect(409);
      expect(body.code).toBe('identity.staff.email-taken');
    }
  });

  it('gives an address to one of many who ask at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        admin.ask('post', '/staffs').send({ email: 'race@engawa.example', displayName: `R${n}` }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  it('is for administrators', async () => {
    const staff = await new Browser(service.url).signIn('staff@engawa.example');
    const { body } = await staff
      .ask('post', '/staffs')
      .send({ email: 'x@engawa.example', displayName: 'x' })
      .expect(403);
    expect(body.code).toBe('auth.forbidden');
  });

  it.each([
    ['primaryAdmin', { role: 'primaryAdmin' }],
    ['god', { god: true }],
    ['a short password', { firstPassword: 'short' }],
    ['no name', { displayName: ' ' }],
  ])('refuses %s with 400', async (_case, fields) => {
    await admin
      .ask('post', '/staffs')
      .send({ email: 'bad@engawa.example', displayName: 'x', ...fields })
      .expect(400);
    const emails = service.running.app.get(EmailRepository);
    expect(await emails.findOwner('bad@engawa.example')).toBeNull();
  });
});

describe('updateUser (IDN-8)', () => {
  it('changes the given fields, publishes the change, and refuses a stale version', async () => {
    const staff = await addStaff();
    const path = `/staffs/${staff.id}`;
    const { body, headers } = await admin
      .ask('patch', path)
      .set('if-match', '"1"')
      .send({ jobTitle: '料理長', excludeFromRanking: true })
      .expect(200);
    expect(body).toMatchObject({ jobTitle: '料理長', excludeFromRanking: true, version: 2 });
    expect(headers['etag']).toBe('"2"');
    const told = await service.events.receiveSuch(events.staffUpdated, isAbout(staff));
    expect(told.data).toMatchObject({ jobTitle: '料理長', excludeFromRanking: true });
    const stale = await admin
      .ask('patch', path)
      .set('if-match', '"1"')
      .send({ jobTitle: '店長' })
      .expect(412);
    expect(stale.body).toMatchObject({
      code: 'identity.staff.stale',
      current: { version: 2, jobTitle: '料理長' },
    });
    await admin.ask('patch', path).send({ jobTitle: '店長' }).expect(428);
  });

  it('applies a changed role to open sessions at once', async () => {
    const { staff, browser } = await settledStaff();
    service.events.clear();
    const { body } = await admin.ask('get', `/staffs/${staff.id}`);
    await admin
      .ask('patch', `/staffs/${staff.id}`)
      .set('if-match', `"${body.version}"`)
      .send({ role: 'generalAdmin' })
      .expect(200);
    const ended = browser.answer!.session.id;
    const { data } = await service.events.receiveSuch(events.sessionRevoked, revokes(ended));
    expect(data.sessionIds).toEqual([ended]);
    expect(await browser.refresh()).toBe(200);
    expect(browser.answer!.session).toMatchObject({ admin: true, staff: { role: 'generalAdmin' } });
    expect(browser.answer!.session.id).not.toBe(ended);
  });

  it('keeps the primary administrator', async () => {
    const manager = await new Browser(service.url).signIn('manager@engawa.example');
    const { body } = await manager
      .ask('patch', `/staffs/${admin.staffId}`)
      .set('if-match', '"1"')
      .send({ role: 'staff' })
      .expect(409);
    expect(body.code).toBe('identity.staff.primary-admin-stays');
  });
});

describe('deactivateStaff and activateStaff (IDN-5, IDN-8)', () => {
  it('end all sessions, and open the account again', async () => {
    const { staff, browser } = await settledStaff();
    const { body } = await admin.ask('post', `/staffs/${staff.id}/deactivate`).expect(200);
    expect(body.deactivated).toBe(true);
    await service.events.receiveSuch(events.sessionRevoked, revokes(browser.answer!.session.id));
    const ended = await service.events.receiveSuch(events.staffDeactivated, isAbout(staff));
    expect(ended.data.deactivated).toBe(true);
    expect(await browser.refresh()).toBe(401);
    const told = await browser
      .ask('post', '/auth/sign-in')
      .send({ email: staff.email, password: PASSWORD })
      .expect(403);
    expect(told.body.code).toBe('identity.sign-in.deactivated');
    const wrong = await browser
      .ask('post', '/auth/sign-in')
      .send({ email: staff.email, password: 'not this one' })
      .expect(401);
    expect(wrong.body.code).toBe('identity.sign-in.refused');
    await admin.ask('post', `/staffs/${staff.id}/activate`).expect(200);
    await service.events.receiveSuch(events.staffActivated, isAbout(staff));
    await browser.signIn(staff.email);
  });

  it('change nothing when they are repeated', async () => {
    const staff = await addStaff();
    const first = await admin.ask('post', `/staffs/${staff.id}/deactivate`).expect(200);
    const second = await admin.ask('post', `/staffs/${staff.id}/deactivate`).expect(200);
    expect(second.body.version).toBe(first.body.version);
  });

  it('refuse the own account, the primary administrator and god', async () => {
    const manager = await new Browser(service.url).signIn('manager@engawa.example');
    const god = await new Browser(service.url).signIn('god@engawa.example');
    for (const [browser, staffId, code, status] of [
      [admin, admin.staffId, 'primary-admin-stays', 409],
      [manager, admin.staffId, 'primary-admin-stays', 409],
      [manager, manager.staffId, 'own-account', 409],
      [manager, god.staffId, 'god-protected', 403],
    ] as const) {
      const { body } = await browser.ask('post', `/staffs/${staffId}/deactivate`).expect(status);
      expect(body.code).toBe(`identity.staff.${code}`);
    }
  });
});

describe('getLastSignInTimes', () => {
  it('names each staff member', async () => {
    const staff = await addStaff();
    const { body } = await admin.ask('get', '/staffs/last-sign-in-times').expect(200);
    const of = (id: string) =>
      body.items.find((item: { staffId: string }) => item.staffId === id).lastSignInAt;
    expect(of(staff.id)).toBeNull();
    expect(Date.parse(of(admin.staffId))).toBeGreaterThan(Date.now() - 600_000);
  });
});

describe('updateProfile', () => {
  it("changes one's own account only in what is one's own", async () => {
    const { browser } = await settledStaff();
    const { body } = await browser
      .ask('patch', '/profile')
      .set('if-match', '*')
      .send({ bio: 'コーヒー担当' })
      .expect(200);
    expect(body.bio).toBe('コーヒー担当');
    const { body: before } = await browser.ask('get', '/session').expect(200);
    expect(before).toMatchObject({ firstPage: 'timeline', firstStepsClosed: false });
    await browser
      .ask('patch', '/profile')
      .set('if-match', '*')
      .send({ firstPage: 'today', firstStepsClosed: true })
      .expect(200);
    const { body: after } = await browser.ask('get', '/session').expect(200);
    expect(after).toMatchObject({ firstPage: 'today', firstStepsClosed: true });
    await browser
      .ask('patch', '/profile')
      .set('if-match', '*')
      .send({ firstPage: '/evil' })
      .expect(400);
    await browser
      .ask('patch', '/profile')
      .set('if-match', '*')
      .send({ role: 'generalAdmin' })
      .expect(400);
  });
});

describe('what a crash left unfinished', () => {
  it('is finished by the sweeper: addresses without accounts are free again', async () => {
    const emails = service.running.app.get(EmailRepository);
    await emails.reserve('ghost@engawa.example', 'engawa-sendai', 'never-written');
    await service.running.app.get(SweeperService).sweep(0, 0);
    expect(await emails.findOwner('ghost@engawa.example')).toBeNull();
    expect(await emails.findById(INSTALLATION_SPACE, 'admin@engawa.example')).not.toBeNull();
  });

  it('is finished by the sweeper: sessions of a shut account end', async () => {
    const { staff, browser } = await settledStaff();
    const staffs = service.running.app.get(StaffRepository);
    await staffs.change('engawa-sendai', staff.id, (current) => ({
      set: {
        sessionEpoch: current.sessionEpoch + 1,
        sessionsDue: { kind: 'end', reason: 'deactivated' },
        unfinishedSince: new Date(Date.now() - 1_000),
      },
    }));
    service.events.clear();
    await service.running.app.get(SweeperService).sweep(0);
    const ended = browser.answer!.session.id;
    const { data } = await service.events.receiveSuch(events.sessionRevoked, revokes(ended));
    expect(data.sessionIds).toEqual([ended]);
    const left = await inSystemScope('a test', () => staffs.findUnfinished(new Date()));
    expect(left).toEqual([]);
  });
});
