import { Injectable } from '@nestjs/common';
import { EventBus, QuestionUnanswered } from '@engawa/events';
import { ProblemError } from '@engawa/service-kit';
import type { FastifyRequest } from 'fastify';

interface Exchanged {
  accessToken: string;
  /** Seconds since 1970. */
  expiresAt: number;
}

interface Known {
  /** Null: identity does not know it. */
  exchanged: Exchanged | null;
  until: number;
}

const PREFIX = 'engawa_';
const form = /^Bearer +(engawa_[\w-]{1,300})$/i;
/** An exchanged token is asked for anew this long before it ends, in ms. */
const MARGIN = 10_000;
/** An unknown one is not asked about again so soon, in ms. */
const REFUSED_FOR = 5_000;
const MOST_KNOWN = 10_000;

/** Changes the API tokens of third parties (IDN-11) into access tokens that services know. */
@Injectable()
export class ApiTokenExchange {
  private readonly known = new Map<string, Known>();
  private readonly running = new Map<string, Promise<Known>>();

  constructor(private readonly bus: EventBus) {}

  /** Whether an `Authorization` header carries one. */
  concerns(authorization: string | undefined): authorization is string {
    return (
      authorization !== undefined && authorization.includes(PREFIX) && form.test(authorization)
    );
  }

  /**
   * The `Authorization` to go on with; the same one where identity does not know the token, which
   * is then refused like any bad one. Throws 503 where identity does not answer.
   */
  async exchange(authorization: string): Promise<string> {
    const token = form.exec(authorization)![1]!;
    const known = this.known.get(token);
    const current = known && known.until > Date.now() ? known : await this.askOnce(token);
    return current.exchanged ? `Bearer ${current.exchanged.accessToken}` : authorization;
  }

  /** Those who come at the same time share one question. */
  private askOnce(token: string): Promise<Known> {
    let asked = this.running.get(token);
    if (!asked) {
      asked = this.ask(token).finally(() => this.running.delete(token));
      this.running.set(token, asked);
    }
    return asked;
  }

  private async ask(token: string): Promise<Known> {
    let exchanged: Exchanged | null;
    try {
      exchanged = await this.bus.ask<Exchanged | null>('identity.exchangeApiToken', { token });
    } catch (error) {
      if (!(error instanceof QuestionUnanswered)) throw error;
      throw new ProblemError('gateway.service.unreachable', {
        headers: { 'retry-after': '2' },
        cause: error,
      });
    }
    const until = exchanged ? exchanged.expiresAt * 1000 - MARGIN : Date.now() + REFUSED_FOR;
    const known = { exchanged, until };
    if (this.known.size >= MOST_KNOWN) this.known.delete(this.known.keys().next().value!);
    this.known.set(token, known);
    return known;
  }
}

/** From here on the request carries the access token. Costs nothing for all others. */
export async function acceptApiToken(
  request: FastifyRequest,
  exchange: ApiTokenExchange,
): Promise<void> {
  const { authorization } = request.raw.headers;
  if (exchange.concerns(authorization)) {
    request.raw.headers.authorization = await exchange.exchange(authorization);
  }
}
