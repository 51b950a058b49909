import type { events, SignInAnswer } from '@engawa/contracts';
import type { EventOf } from '@engawa/events';
import { startTestService, type TestService } from '@engawa/testing';
import request, { type Test } from 'supertest';
import { identity } from '../index';

export const PASSWORD = 'engawa-demo';

/** Accounts at the start of every test. */
const bootstrap = {
  god: { email: 'god@engawa.example', password: PASSWORD, displayName: '運営 太郎' },
  spaces: [
    {
      id: 'engawa-sendai',
      displayName: '縁側 仙台',
      timeZone: 'Asia/Tokyo',
      staffs: [
        {
          email: 'admin@engawa.example',
          password: PASSWORD,
          displayName: '縁側 花子',
          jobTitle: '店長',
          role: 'primaryAdmin',
        },
        {
          email: 'manager@engawa.example',
          password: PASSWORD,
          displayName: '副店 次郎',
          role: 'generalAdmin',
        },
        { email: 'staff@engawa.example', password: PASSWORD, displayName: '受付 三郎' },
      ],
    },
    {
      id: 'engawa-other',
      displayName: '縁側 別館',
      staffs: [
        {
          email: 'admin@other.example',
          password: PASSWORD,
          displayName: '別館 桜',
          role: 'primaryAdmin',
        },
      ],
    },
  ],
};

/** A browser: keeps the cookies and the access token. */
export class Browser {
  private readonly cookies = new Map<string, string>();
  answer: SignInAnswer | null = null;

  constructor(
    private readonly url: string,
    /** As sent by the gateway. */
    private readonly address = '203.0.113.1',
  ) {}

  get staffId(): string {
    return this.answer!.session.staff.id;
  }

  ask(method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string): Test {
    const agent = request(this.url);
    const test = agent[method](`/api/v1${path}`)
      .set('x-forwarded-for', this.address)
      .set('cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    // Identity's auth routes use the cookie.
    if (this.answer && !path.startsWith('/auth/refresh')) {
      void test.set('authorization', `Bearer ${this.answer.accessToken}`);
    }
    return test;
  }

  async signIn(email: string, password = PASSWORD, oneTimeCode?: string): Promise<this> {
    this.answer = null;
    const response = await this.ask('post', '/auth/sign-in').send({ email, password, oneTimeCode });
    if (response.status !== 200) throw new Error(JSON.stringify(response.body));
    this.keep(response.headers['set-cookie'] as unknown as string[]);
    this.answer = response.body as SignInAnswer;
    return this;
  }

  async refresh(): Promise<number> {
    const response = await this.ask('post', '/auth/refresh');
    if (response.status === 200) {
      this.keep(response.headers['set-cookie'] as unknown as string[]);
      this.answer = response.body as SignInAnswer;
    }
    return response.status;
  }

  cookie(name: string): string | undefined {
    return this.cookies.get(name);
  }

  setCookie(name: string, value: string): void {
    this.cookies.set(name, value);
  }

  keep(lines: string[] = []): void {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.cookies.set(name, value);
    }
  }
}

/** Identity with the accounts of {@link bootstrap}. */
export function startIdentity(env: Record<string, string> = {}): Promise<TestService> {
  return startTestService(identity, {
    env: { ENGAWA_BOOTSTRAP: JSON.stringify(bootstrap), ENGAWA_GOD_TWO_FACTOR: 'optional', ...env },
  });
}

/** Whether an event says that this session ended. */
export function revokes(sessionId: string) {
  return ({ data }: EventOf<typeof events.sessionRevoked>) => data.sessionIds.includes(sessionId);
}
