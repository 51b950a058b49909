import type { AccessClaims } from '@engawa/contracts';
import { signAccessToken } from '@engawa/auth';
import request from 'supertest';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Calls a service over HTTP; paths are relative to `/api/v1`. */
export class TestCaller {
  constructor(
    private readonly url: string,
    /** Null: not signed in. */
    readonly token: string | null,
    readonly claims: AccessClaims | null,
  ) {}

  get staffId(): string {
    if (!this.claims) throw new Error('nobody is signed in');
    return this.claims.sub;
  }

  get(path: string): request.Test {
    return this.ask('get', path);
  }
  post(path: string): request.Test {
    return this.ask('post', path);
  }
  put(path: string): request.Test {
    return this.ask('put', path);
  }
  patch(path: string): request.Test {
    return this.ask('patch', path);
  }
  delete(path: string): request.Test {
    return this.ask('delete', path);
  }

  private ask(method: Method, path: string): request.Test {
    const test = request(this.url)[method](`/api/v1${path}`);
    return this.token ? test.set('authorization', `Bearer ${this.token}`) : test;
  }
}

export type StaffClaims = Partial<AccessClaims> & { staffId?: string };

let count = 0;

/** Claims as identity issues them; `staffId` is an alias of `sub`. */
export function staffClaims({ staffId, ...claims }: StaffClaims = {}): AccessClaims {
  count += 1;
  const now = Math.floor(Date.now() / 1000);
  const role = claims.role ?? 'staff';
  return {
    sub: staffId ?? `staff-${count}`,
    sid: `session-${count}`,
    space: 'space-a',
    role,
    god: false,
    admin: role !== 'staff',
    initialPasswordChanged: true,
    iat: now,
    exp: now + 900,
    ...claims,
  };
}

/** A caller with an access token that is signed for these claims. */
export function callerOf(url: string, privateKey: string, staff: StaffClaims): TestCaller {
  const claims = staffClaims(staff);
  return new TestCaller(url, signAccessToken(claims, privateKey), claims);
}
