import type { Session, SignInAnswer } from '@engawa/contracts';

export const password = 'engawa-demo';

export interface Answer<Body = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: Body;
}

/** A caller of the REST API, signed in or not. */
export class Api {
  private constructor(
    readonly base: string,
    readonly token: string | null,
    readonly session: Session | null,
  ) {}

  static nobody(base: string): Api {
    return new Api(base, null, null);
  }

  static async signIn(base: string, email: string, secret = password): Promise<Api> {
    const answer = await Api.nobody(base).post<SignInAnswer>('/auth/sign-in', {
      email,
      password: secret,
    });
    if (answer.status !== 200) {
      throw new Error(`sign-in of ${email}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    return new Api(base, answer.body.accessToken, answer.body.session);
  }

  withToken(token: string | null): Api {
    return new Api(this.base, token, this.session);
  }

  get staffId(): string {
    if (!this.session) throw new Error('nobody is signed in');
    return this.session.staff.id;
  }

  get<Body = Record<string, unknown>>(path: string, headers?: Record<string, string>) {
    return this.ask<Body>('GET', path, undefined, headers);
  }
  post<Body = Record<string, unknown>>(
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) {
    return this.ask<Body>('POST', path, body, headers);
  }
  patch<Body = Record<string, unknown>>(
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) {
    return this.ask<Body>('PATCH', path, body, headers);
  }
  delete<Body = Record<string, unknown>>(path: string) {
    return this.ask<Body>('DELETE', path);
  }

  async ask<Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<Body>> {
    const response = await fetch(`${this.base}/api/v1${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
        ...headers,
      },
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text === '' ? null : JSON.parse(text)) as Body,
    };
  }
}

/** Retries until it does not throw; throws the last error after the time (ms). */
export async function eventually<T>(check: () => Promise<T> | T, timeoutMs = 60_000): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (let waitMs = 25; ; waitMs = Math.min(2 * waitMs, 100)) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}
