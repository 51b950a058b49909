import { events } from '@engawa/contracts';
import { eventually, type TestService } from '@engawa/testing';
import { INSTALLATION_SPACE } from '../installation/installation.rules';
import { StaffRepository } from '../staff/staff.repository';
import { Browser, startIdentity } from '../testing/identity-test.service';
import { BootstrapRepository } from './bootstrap.repository';
import { BootstrapService } from './bootstrap.service';

let service: TestService;
beforeAll(async () => {
  service = await startIdentity();
});
afterAll(() => service?.stop());

describe('ENGAWA_BOOTSTRAP', () => {
  it('made accounts through the same events as real use', async () => {
    const added = await service.events.receive(events.staffAdded, 5);
    expect(added.map(({ data }) => data.email).sort()).toEqual([
      'admin@engawa.example',
      'admin@other.example',
      'god@engawa.example',
      'manager@engawa.example',
      'staff@engawa.example',
    ]);
    expect(await service.events.receive(events.spaceCreated, 2)).toHaveLength(2);
    const browser = await new Browser(service.url).signIn('staff@engawa.example');
    expect(browser.answer!.session.staff).toMatchObject({
      initialPasswordChanged: true,
      isAgreedToTOU: true,
    });
  });

  it('is done once: a later start changes nothing', async () => {
    const staffs = service.running.app.get(StaffRepository);
    // The earlier sign-in is stamped in the background.
    const before = await eventually(async () => {
      const found = await staffs.findOfSpace('engawa-sendai');
      expect(found.some(({ lastSignInAt }) => lastSignInAt !== null)).toBe(true);
      return found;
    });
    await service.restart('identity');
    const after = await service.running.app.get(StaffRepository).findOfSpace('engawa-sendai');
    expect(after).toEqual(before);
  });

  it('goes on where a crash stopped it', async () => {
    const { app } = service.running;
    const staffs = app.get(StaffRepository);
    const before = await staffs.findOfSpace('engawa-sendai');
    await app.get(BootstrapRepository).change(INSTALLATION_SPACE, 'bootstrap', () => ({
      set: { state: 'running' },
    }));
    await staffs['deleteWhere']('engawa-sendai', { id: before[0]!.id });
    await app.get(BootstrapService).onApplicationBootstrap();
    expect(await app.get(BootstrapRepository).findState()).toBe('done');
    const after = await staffs.findOfSpace('engawa-sendai');
    expect(after.map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort());
  });

  it('changes nothing in an installation that has accounts', async () => {
    const { app } = service.running;
    await app.get(BootstrapRepository)['deleteWhere'](INSTALLATION_SPACE, {});
    const count = (await app.get(StaffRepository).findOfSpace('engawa-sendai')).length;
    await app.get(BootstrapService).onApplicationBootstrap();
    expect(await app.get(StaffRepository).findOfSpace('engawa-sendai')).toHaveLength(count);
    expect(await app.get(BootstrapRepository).findState()).toBe('done');
  });
});
