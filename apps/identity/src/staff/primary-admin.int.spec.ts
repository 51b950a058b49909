import { events, type Role } from '@engawa/contracts';
import type { TestService } from '@engawa/testing';
import { SweeperService } from '../installation/sweeper.service';
import { SpacesRepository } from '../space/space.repository';
import { Browser, PASSWORD, startIdentity, revokes } from '../testing/identity-test.service';

let service: TestService;
beforeEach(async () => {
  service = await startIdentity();
});
afterEach(() => service?.stop());

const signedIn = (email: string) => new Browser(service.url).signIn(email);
const transfer = (from: Browser, staffId: string, password = PASSWORD) =>
  from.ask('post', '/space/primary-admin').send({ staffId, password });

async function rolesOf(browser: Browser): Promise<Record<string, string>> {
  const { body } = await browser.ask('get', '/staffs').expect(200);
  return Object.fromEntries(
    body.items.map((staff: { id: string; role: string }) => [staff.id, staff.role]),
  );
}

/** Waits for the event of a staff member's new role. */
function receiveRole(staffId: string, role: Role) {
  return service.events.receiveSuch(
    events.staffUpdated,
    ({ data }) => data.staffId === staffId && data.role === role,
  );
}

describe('transferPrimaryAdmin (IDN-2, IDN-8)', () => {
  it('changes both roles in one step, with events for both sessions', async () => {
    const admin = await signedIn('admin@engawa.example');
    const staff = await signedIn('staff@engawa.example');
    const { body } = await transfer(admin, staff.staffId).expect(200);
    expect(body).toMatchObject({ id: staff.staffId, role: 'primaryAdmin' });
    await receiveRole(admin.staffId, 'generalAdmin');
    await receiveRole(staff.staffId, 'primaryAdmin');
    for (const { answer } of [admin, staff]) {
      const { data } = await service.events.receiveSuch(
        events.sessionRevoked,
        revokes(answer!.session.id),
      );
      expect(data).toMatchObject({ reason: 'role-changed', continues: true });
    }
    expect(await Promise.all([admin.refresh(), staff.refresh()])).toEqual([200, 200]);
    expect(admin.answer!.session.staff.role).toBe('generalAdmin');
    expect(staff.answer!.session.permissions).toContain('staff.transferPrimary');
    await transfer(admin, admin.staffId).expect(403);
  });

  it('wants the password, an active staff of the space, and somebody else', async () => {
    const admin = await signedIn('admin@engawa.example');
    const staff = await signedIn('staff@engawa.example');
    const other = await signedIn('admin@other.example');
    const cases = [
      [staff.staffId, 'wrong', 422, 'identity.password.wrong'],
      [other.staffId, PASSWORD, 404, 'identity.staff.not-found'],
      [admin.staffId, PASSWORD, 409, 'identity.staff.own-account'],
    ] as const;
    for (const [staffId, password, status, code] of cases) {
      const { body } = await transfer(admin, staffId, password).expect(status);
      expect(body.code).toBe(code);
    }
    await admin.ask('post', `/staffs/${staff.staffId}/deactivate`).expect(200);
    const { body } = await transfer(admin, staff.staffId).expect(409);
    expect(body.code).toBe('identity.staff.deactivated');
    const invited = await admin
      .ask('post', '/staffs')
      .send({ email: 'late@engawa.example', displayName: '招待 中' })
      .expect(201);
    const refused = await transfer(admin, invited.body.id).expect(409);
    expect(refused.body.code).toBe('identity.staff.not-joined');
    const manager = await signedIn('manager@engawa.example');
    await transfer(manager, manager.staffId).expect(403);
  });

  it('leaves exactly one, who is active, when two transfers and a deactivation meet', async () => {
    const admin = await signedIn('admin@engawa.example');
    const manager = await signedIn('manager@engawa.example');
    const staff = await signedIn('staff@engawa.example');
    const god = await signedIn('god@engawa.example');
    const answers = await Promise.all([
      transfer(admin, staff.staffId),
      transfer(admin, manager.staffId),
      god
        .ask('post', '/spaces/engawa-sendai/primary-admin')
        .send({ email: 'staff@engawa.example', displayName: '受付 三郎' }),
      manager.ask('post', `/staffs/${staff.staffId}/deactivate`),
    ]);
    expect(answers.every(({ status }) => status < 500)).toBe(true);
    const { body } = await god.ask('get', '/spaces/engawa-sendai').expect(200);
    const primary = body.staffs.filter((each: { role: string }) => each.role === 'primaryAdmin');
    expect(primary).toHaveLength(1);
    expect(primary[0].deactivated).toBe(false);
    expect(body.primaryAdmin.id).toBe(primary[0].id);
  });

  it('holds after a crash between the space and the titles', async () => {
    const admin = await signedIn('admin@engawa.example');
    const staff = await signedIn('staff@engawa.example');
    const spaces = service.running.app.get(SpacesRepository);
    await spaces.change('engawa-sendai', 'engawa-sendai', () => ({
      set: {
        primaryAdminId: staff.staffId,
        handover: { fromId: admin.staffId, toId: staff.staffId, actorId: admin.staffId },
        unfinishedSince: new Date(Date.now() - 1_000),
      },
    }));
    // Effective immediately, before anything else is finished:
    expect(await rolesOf(admin)).toMatchObject({
      [admin.staffId]: 'generalAdmin',
      [staff.staffId]: 'primaryAdmin',
    });
    await service.running.app.get(SweeperService).sweep(0);
    await receiveRole(admin.staffId, 'generalAdmin');
    await receiveRole(staff.staffId, 'primaryAdmin');
    expect((await spaces.getSpace('engawa-sendai')).handover).toBeNull();
  });
});
