import type { TestService } from '@engawa/testing';
import { Browser, PASSWORD, startIdentity } from '../testing/identity-test.service';

let service: TestService;
beforeAll(async () => {
  service = await startIdentity();
});
afterAll(() => service?.stop());

/** The `Set-Cookie` line of the cookie that opens files. */
function fileCookie(headers: Record<string, string>): string | undefined {
  const lines = headers['set-cookie'] as unknown as string[] | undefined;
  return lines?.find((line) => line.includes('engawa_files='));
}

it('sets the cookie that opens files with each access token, and clears it at sign-out', async () => {
  const browser = new Browser(service.url);
  const credentials = { email: 'staff@engawa.example', password: PASSWORD };
  const signedIn = await browser.ask('post', '/auth/sign-in').send(credentials).expect(200);
  browser.keep(signedIn.headers['set-cookie'] as unknown as string[]);
  const renewed = await browser.ask('post', '/auth/refresh').expect(200);
  for (const { headers, body } of [signedIn, renewed]) {
    const [value, ...attributes] = fileCookie(headers)!.split('; ');
    expect(value).toBe(`engawa_files=${body.accessToken}`);
    expect(attributes).toEqual([
      `Expires=${new Date(body.expiresAt).toUTCString()}`,
      ...['Path=/api/v1', 'HttpOnly', 'SameSite=Strict'],
    ]);
  }
  const out = await browser.ask('post', '/auth/sign-out').expect(204);
  expect(fileCookie(out.headers)).toContain('engawa_files=; Max-Age=0; Path=/api/v1;');
});
