import type { TestService } from '@engawa/testing';
import { Browser, startIdentity } from '../testing/identity-test.service';

let service: TestService;
let admin: Browser;
beforeAll(async () => {
  service = await startIdentity();
  admin = await new Browser(service.url).signIn('admin@engawa.example');
});
afterAll(() => service?.stop());

describe('updateSpace', () => {
  it('changes what is given, and refuses an edit of an older version', async () => {
    const { body: space } = await admin.ask('get', '/space').expect(200);
    const change = (version: number, body: object) =>
      admin.ask('patch', '/space').set('if-match', `"${version}"`).send(body);
    const changed = await change(space.version, { displayName: '縁側 広瀬通' }).expect(200);
    expect(changed.body).toEqual({
      ...space,
      version: space.version + 1,
      displayName: '縁側 広瀬通',
    });
    const { body } = await change(space.version, { timeZone: 'Europe/Paris' }).expect(412);
    expect(body).toMatchObject({ code: 'identity.space.stale' });
    await admin.ask('patch', '/space').send({ displayName: 'x' }).expect(428);
  });
});
