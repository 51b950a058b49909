import { Injectable } from '@nestjs/common';
import { EventBus, QuestionUnanswered } from '@engawa/events';
import { ProblemError } from '@engawa/service-kit';
import { WrongTokens } from '../limit/wrong-tokens';
import { ApiTokenUses } from './api-token-uses';

interface Exchanged {
  accessToken: string;
  /** Seconds since 1970. */
  expiresAt: number;
}

const PREFIX = 'engawa_';
const form = /^Bearer +(engawa_[\w-]{1,300})$/i;
/** A token is exchanged again this long before its exchange expires, in ms. */
const EXPIRY_MARGIN_MS = 10_000;
/** Identity is not asked again about an unknown token for this long, in ms. */
const REFUSED_TTL_MS = 60_000;
const MOST_KNOWN = 10_000;

/** Exchanges API tokens of external programs (IDN-11) for access tokens that services accept. */
@Injectable()
export class ApiTokenExchange {
  /** Tokens that identity knew at the last request, also those whose exchange has expired. */
  private readonly known = new Map<string, Exchanged>();
  /** Tokens unknown to identity, and until when that is cached. */
  private readonly refused = new Map<string, number>();
  private readonly running = new Map<string, Promise<Exchanged | null>>();

  constructor(
    private readonly bus: EventBus,
    private readonly wrong: WrongTokens,
    private readonly uses: ApiTokenUses,
  ) {}

  /** Whether an `Authorization` header carries one. */
  concerns(authorization: string | undefined): authorization is string {
    return (
      authorization !== undefined && authorization.includes(PREFIX) && form.test(authorization)
    );
  }

  /**
   * The `Authorization` to forward; null if identity does not know the token. Unknown tokens are
   * counted per network: above the limit, identity is not asked about tokens it did not know
   * before. Throws 429 `gateway.rate.limited`, or 503 if identity does not answer.
   */
  async exchange(authorization: string, network: string): Promise<string | null> {
    const token = tokenOf(authorization);
    const exchanged = await this.exchangeToken(token, network);
    if (exchanged) this.uses.count(token);
    return exchanged;
  }

  /**
   * The `Authorization` to forward after the one that was made of it ended, but the token did not:
   * another person answers for it now.
   */
  async renew(authorization: string): Promise<string | null> {
    return bearer(await this.askOnce(tokenOf(authorization)));
  }

  private async exchangeToken(token: string, network: string): Promise<string | null> {
    const known = this.known.get(token);
    if (known) {
      const isCurrent = known.expiresAt * 1000 - EXPIRY_MARGIN_MS > Date.now();
      return bearer(isCurrent ? known : await this.askOnce(token));
    }
    await this.wrong.count(network);
    if ((this.refused.get(token) ?? 0) > Date.now()) return null;
    try {
      const exchanged = await this.askOnce(token);
      if (exchanged) this.wrong.forgive(network);
      return bearer(exchanged);
    } catch (error) {
      this.wrong.forgive(network);
      throw error;
    }
  }

  /** Concurrent requests share one call. */
  private askOnce(token: string): Promise<Exchanged | null> {
    let asked = this.running.get(token);
    if (!asked) {
      asked = this.ask(token).finally(() => this.running.delete(token));
      this.running.set(token, asked);
    }
    return asked;
  }

  private async ask(token: string): Promise<Exchanged | null> {
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
    if (exchanged) remember(this.known, token, exchanged);
    else {
      this.known.delete(token);
      remember(this.refused, token, Date.now() + REFUSED_TTL_MS);
    }
    return exchanged;
  }
}

function tokenOf(authorization: string): string {
  return form.exec(authorization)![1]!;
}

function bearer(exchanged: Exchanged | null): string | null {
  return exchanged && `Bearer ${exchanged.accessToken}`;
}

/** Drops the oldest entry of a full map: maps keep insertion order. */
function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  if (map.size >= MOST_KNOWN) map.delete(map.keys().next().value!);
  map.set(key, value);
}
