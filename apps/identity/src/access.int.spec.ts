import { EventBus } from '@engawa/events';
import type { TestService } from '@engawa/testing';
import request from 'supertest';
import type { ExchangedToken } from './api-token/api-token.service';
import { Browser, startIdentity } from './testing/identity-test.service';

/**
 * Who gets past the door of each route. Order: nobody, staff, generalAdmin, primaryAdmin, god (a
 * staff), API token with all scopes. `+` is let in, `-` is refused with 401 or 403.
 */
const table: Record<string, string> = {
  signIn: '++++++',
  refreshSession: '++++++',
  signOut: '++++++',
  beginOidcSignIn: '++++++',
  finishOidcSignIn: '++++++',
  confirmOidcSignIn: '++++++',
  getOidcSettings: '---+--',
  updateOidcSettings: '---+--',
  deleteOidcSettings: '---+--',
  sendPasswordReset: '++++++',
  checkPasswordLink: '++++++',
  submitPasswordLink: '++++++',
  getStaffPhoto: '++++++',
  getSession: '-+++++',
  listSessions: '-++++-',
  endOtherSessions: '-++++-',
  endSession: '-++++-',
  agreeToTerms: '-++++-',
  changePassword: '-++++-',
  setFirstPassword: '-++++-',
  getTwoFactor: '-++++-',
  beginTwoFactor: '-++++-',
  confirmTwoFactor: '-++++-',
  disableTwoFactor: '-++++-',
  renewRecoveryCodes: '-++++-',
  uploadProfilePhoto: '-++++-',
  deleteProfilePhoto: '-++++-',
  updateProfile: '-++++-',
  getSpace: '-+++++',
  listStaffs: '-+++++',
  getStaff: '-+++++',
  getLastSignInTimes: '--++--',
  addUser: '--++--',
  updateUser: '--++--',
  deactivateStaff: '--++--',
  activateStaff: '--++--',
  sendInvitation: '--++--',
  resetTwoFactor: '--++--',
  updateSpace: '--++-+',
  listApiTokens: '--++--',
  createApiToken: '--++--',
  revokeApiToken: '--++--',
  listAuditEntries: '--++-+',
  transferPrimaryAdmin: '---+--',
  listSpaces: '----+-',
  addSpace: '----+-',
  getSpaceDetail: '----+-',
  registerPrimaryAdmin: '----+-',
  updateEmailByGod: '----+-',
};
/** Routes that would end what the test stands on; the door is the same as that of the others. */
const untried = new Set(['endOtherSessions', 'signOut', 'agreeToTerms']);
const scopes = ['staff.read', 'audit.read', 'space.manage', 'session.read'];

let service: TestService;
let tokens: (string | null)[];
beforeAll(async () => {
  service = await startIdentity();
  const signedIn = (email: string) => new Browser(service.url).signIn(email);
  const admin = await signedIn('admin@engawa.example');
  const made = await admin.ask('post', '/api-tokens').send({ name: 'x', scopes }).expect(201);
  const bus = service.running.app.get(EventBus);
  const exchanged = await bus.ask<ExchangedToken>('identity.exchangeApiToken', {
    token: made.body.token,
  });
  const browsers = [
    await signedIn('staff@engawa.example'),
    await signedIn('manager@engawa.example'),
    admin,
    await signedIn('god@engawa.example'),
  ];
  tokens = [null, ...browsers.map(({ answer }) => answer!.accessToken), exchanged.accessToken];
});
afterAll(() => service?.stop());

interface Route {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  path: string;
  operationId: string;
}
/** From the document, which is made from the code: no route can hide. */
async function readRoutes(): Promise<Route[]> {
  const { body } = await request(service.url).get('/openapi.json').expect(200);
  const paths = body.paths as Record<string, Record<string, { operationId: string }>>;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => ({
      method: method as Route['method'],
      path: path.startsWith('/api/v1') ? path : `/api/v1${path}`,
      operationId,
    })),
  );
}

it('has a row for each route, and no other', async () => {
  const operations = (await readRoutes()).map(({ operationId }) => operationId);
  expect(operations.sort()).toEqual(Object.keys(table).sort());
});

it('lets in whom the table says', async () => {
  const seen: Record<string, string> = {};
  for (const { method, path, operationId } of await readRoutes()) {
    if (untried.has(operationId)) continue;
    const url = path.replace('{spaceId}', 'nowhere').replace(/\{\w+\}/g, 'nobody');
    let row = '';
    for (const token of tokens) {
      const asked = request(service.url)[method](url);
      if (token) void asked.set('authorization', `Bearer ${token}`);
      // Nothing that a rule could accept: only the door is asked.
      const { status, body } = await (method === 'get' ? asked : asked.send({ none: 1 }));
      expect(status).toBeLessThan(500);
      const refused = /^auth\./.test((body as { code?: string }).code ?? '');
      row += refused ? '-' : '+';
    }
    seen[operationId] = row;
  }
  const tried = Object.entries(table).filter(([operationId]) => !untried.has(operationId));
  expect(seen).toEqual(Object.fromEntries(tried));
});
