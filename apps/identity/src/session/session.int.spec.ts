import { randomUUID } from 'node:crypto';
import { events } from '@engawa/contracts';
import { explainOf } from '@engawa/persistence';
import { eventually, type TestService } from '@engawa/testing';
import { SpacesRepository } from '../space/space.repository';
import { StaffRepository } from '../staff/staff.repository';
import { Browser, startIdentity, revokes } from '../testing/identity-test.service';
import { SessionOpeningService } from './session-opening.service';
import { SessionRepository } from './session.repository';

let service: TestService;
beforeAll(async () => {
  service = await startIdentity();
});
afterAll(() => service?.stop());

const signedIn = (email = 'staff@engawa.example') => new Browser(service.url).signIn(email);
const claimsIn = (accessToken: string) =>
  JSON.parse(Buffer.from(accessToken.split('.')[1]!, 'base64url').toString()) as object;

describe('refreshSession (IDN-5)', () => {
  it('gives another access token and another refresh token', async () => {
    const browser = await signedIn();
    const before = browser.cookie('engawa_refresh');
    const sessionId = browser.answer!.session.id;
    expect(await browser.refresh()).toBe(200);
    expect(browser.cookie('engawa_refresh')).not.toBe(before);
    expect(browser.answer!.session.id).toBe(sessionId);
    await browser.ask('get', '/session').expect(200);
  });

  it('gives two tabs that race the same successor, and the session lives', async () => {
    const browser = await signedIn();
    const other = new Browser(service.url);
    other.setCookie('engawa_refresh', browser.cookie('engawa_refresh')!);
    expect(await Promise.all([browser.refresh(), other.refresh()])).toEqual([200, 200]);
    expect(browser.cookie('engawa_refresh')).toBe(other.cookie('engawa_refresh'));
    expect(await browser.refresh()).toBe(200);
  });

  it('ends the whole session when an old token comes back', async () => {
    service.events.clear();
    const browser = await signedIn();
    const thief = new Browser(service.url);
    thief.setCookie('engawa_refresh', browser.cookie('engawa_refresh')!);
    await browser.refresh();
    await browser.refresh();
    expect(await thief.refresh()).toBe(401);
    expect(await browser.refresh()).toBe(401);
    const ended = browser.answer!.session.id;
    const { data } = await service.events.receiveSuch(events.sessionRevoked, revokes(ended));
    expect(data).toMatchObject({
      staffId: browser.staffId,
      sessionIds: [ended],
      reason: 'token-reused',
    });
  });

  it('does not let an invented token end anything', async () => {
    const browser = await signedIn();
    const [space, id] = browser.cookie('engawa_refresh')!.split('.');
    const forger = new Browser(service.url);
    forger.setCookie('engawa_refresh', `${space}.${id}.1.${'A'.repeat(43)}.${'A'.repeat(43)}`);
    expect(await forger.refresh()).toBe(401);
    expect(await browser.refresh()).toBe(200);
  });

  it.each([
    ['nothing', ''],
    ['nonsense', 'x'],
    ['an operator', '{"$ne":null}'],
    ['a long text', 'a'.repeat(5_000)],
  ])('answers 401 to %s', async (_case, cookie) => {
    const browser = new Browser(service.url);
    browser.setCookie('engawa_refresh', cookie);
    const response = await browser.ask('post', '/auth/refresh').expect(401);
    expect(response.body.code).toBe('identity.session.ended');
  });
});

describe('a session that is renewed during a demotion', () => {
  it('gets an access token with the new role', async () => {
    const admin = await signedIn('admin@engawa.example');
    const browser = await signedIn();
    const setRole = (role: 'staff' | 'generalAdmin') =>
      admin
        .ask('patch', `/staffs/${browser.staffId}`)
        .set('if-match', '*')
        .send({ role })
        .expect(200);
    await setRole('generalAdmin');
    const sessions = service.running.app.get(SessionRepository);
    const rotate = sessions.rotate.bind(sessions);
    const spy = jest.spyOn(sessions, 'rotate').mockImplementationOnce(async (...call) => {
      await setRole('staff');
      return rotate(...call);
    });
    expect(await browser.refresh()).toBe(200);
    spy.mockRestore();
    expect(browser.answer!.session).toMatchObject({ admin: false, staff: { role: 'staff' } });
    expect(claimsIn(browser.answer!.accessToken)).toMatchObject({ admin: false, role: 'staff' });
  });
});

describe('signOut (IDN-5)', () => {
  it('ends the session and publishes it to all services', async () => {
    service.events.clear();
    const browser = await signedIn();
    const response = await browser.ask('post', '/auth/sign-out').expect(204);
    expect(String(response.headers['set-cookie'])).toContain('engawa_refresh=; Max-Age=0');
    expect(await browser.refresh()).toBe(401);
    const ended = browser.answer!.session.id;
    const { data } = await service.events.receiveSuch(events.sessionRevoked, revokes(ended));
    expect(data.sessionIds).toEqual([ended]);
  });

  it('works with the access token alone, and without anything', async () => {
    const browser = await signedIn();
    const other = new Browser(service.url);
    other.answer = browser.answer;
    await other.ask('post', '/auth/sign-out').expect(204);
    expect(await browser.refresh()).toBe(401);
    await new Browser(service.url).ask('post', '/auth/sign-out').expect(204);
  });
});

describe('sessions of one staff member (IDN-5)', () => {
  it('are listed and ended one by one or all others at once', async () => {
    const here = await signedIn('manager@engawa.example');
    const there = await signedIn('manager@engawa.example');
    const third = await signedIn('manager@engawa.example');
    const body = await eventually(async () => {
      const answer = await here.ask('get', '/sessions').expect(200);
      expect(answer.body.items).toHaveLength(3);
      return answer.body;
    });
    const mine = body.items.filter((entry: { current: boolean }) => entry.current);
    expect(mine.map((entry: { id: string }) => entry.id)).toEqual([here.answer!.session.id]);
    await here.ask('delete', `/sessions/${there.answer!.session.id}`).expect(204);
    expect(await there.refresh()).toBe(401);
    await here.ask('delete', '/sessions').expect(204);
    expect(await third.refresh()).toBe(401);
    expect(await here.refresh()).toBe(200);
  });

  it("do not show or end other staff's", async () => {
    const staff = await signedIn();
    const other = await signedIn('admin@other.example');
    const { body } = await other.ask('delete', `/sessions/${staff.answer!.session.id}`).expect(404);
    expect(body.code).toBe('identity.session.not-found');
    await other.ask('delete', '/sessions/no-such-session').expect(404);
    expect(await staff.refresh()).toBe(200);
  });

  it('are read by their index', async () => {
    const { staffId } = await signedIn();
    const repository = service.running.app.get(SessionRepository);
    const plan = await explainOf(repository.activeQuery('engawa-sendai', staffId));
    expect(plan.index).toBe('activeOfStaff');
    expect(plan.stages).not.toContain('COLLSCAN');
    expect(plan.keysExamined).toBeLessThanOrEqual(plan.returned + 1);
  });
});

describe('a wrong password', () => {
  it('writes no session', async () => {
    const { staffId } = await signedIn('god@engawa.example');
    const repository = service.running.app.get(SessionRepository);
    const before = await repository.findActive('engawa-sendai', staffId);
    const insert = jest.spyOn(repository, 'insert');
    for (const email of ['god@engawa.example', 'nobody@engawa.example']) {
      await new Browser(service.url)
        .ask('post', '/auth/sign-in')
        .send({ email, password: 'wrong' })
        .expect(401);
    }
    expect(insert).not.toHaveBeenCalled();
    insert.mockRestore();
    expect(await repository.findActive('engawa-sendai', staffId)).toEqual(before);
  });
});

describe('a session that was opened', () => {
  it('is in the audit log and is the last sign-in when its answer is out', async () => {
    const { app } = service.running;
    const browser = await signedIn('manager@engawa.example');
    const record = await app
      .get(SessionRepository)
      .findById('engawa-sendai', browser.answer!.session.id);
    const staff = await app.get(StaffRepository).findById('engawa-sendai', browser.staffId);
    expect(staff!.lastSignInAt).toEqual(record!.lastSeenAt);
    const { data } = await service.events.receiveSuch(
      events.identityAudited,
      ({ actor, at }) => actor === browser.staffId && new Date(at) >= record!.lastSeenAt,
    );
    expect(data.action).toBe('identity.session.opened');
  });

  it('does not outlive a deactivation at the same moment', async () => {
    const { app } = service.running;
    const known = await signedIn('staff@engawa.example');
    const staff = (await app.get(StaffRepository).findById('engawa-sendai', known.staffId))!;
    const space = await app.get(SpacesRepository).getSpace('engawa-sendai');
    const earlier = { ...staff, sessionEpoch: staff.sessionEpoch - 1 };
    const origin = { network: '203.0.113.1', userAgent: randomUUID() };
    await expect(
      app.get(SessionOpeningService).open({ staff: earlier, space }, origin),
    ).rejects.toMatchObject({ code: 'identity.session.ended' });
    const active = await app.get(SessionRepository).findActive('engawa-sendai', known.staffId);
    expect(active.map(({ userAgent }) => userAgent)).not.toContain(origin.userAgent);
  });

  it('has the role of the account now, not that of before the password was verified', async () => {
    const { app } = service.running;
    const { staffId } = await signedIn('staff@engawa.example');
    const staff = await app.get(StaffRepository).getStaff('engawa-sendai', staffId);
    const space = await app.get(SpacesRepository).getSpace('engawa-sendai');
    const origin = { network: '203.0.113.1', userAgent: randomUUID() };
    const earlier = [
      { staff: { ...staff, role: 'generalAdmin' as const }, space },
      { staff, space: { ...space, primaryAdminId: staffId } },
    ];
    for (const account of earlier) {
      const { answer } = await app.get(SessionOpeningService).open(account, origin);
      expect(answer.session).toMatchObject({ admin: false, staff: { role: 'staff' } });
      expect(claimsIn(answer.accessToken)).toMatchObject({ admin: false, role: 'staff' });
    }
  });
});

describe('getSession', () => {
  it('needs a token', async () => {
    const { body } = await new Browser(service.url).ask('get', '/session').expect(401);
    expect(body.code).toBe('auth.required');
  });

  it('marks god', async () => {
    const god = await signedIn('god@engawa.example');
    const { body } = await god.ask('get', '/session').expect(200);
    expect(body).toMatchObject({ god: true, twoFactorSetupRequired: false, admin: false });
    expect(body.permissions).toContain('space.operate');
  });
});
