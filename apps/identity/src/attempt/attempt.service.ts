import { createHash } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { afterResponse } from '../caller/after-response';
import { TooManyAttempts } from './attempt.errors';
import { AttemptRepository } from './attempt.repository';
import {
  GUESS_BUDGET,
  GUESS_WINDOW_MS,
  networkPolicy,
  pairPolicy,
  recentGuesses,
  resetNetworkPolicy,
  resetPolicy,
  waitBefore,
  waitForBudget,
  withFailure,
  type AttemptPolicy,
  type AttemptRecord,
  type Guess,
} from './attempt.rules';
import type { AttemptDocument } from './attempt.schema';

/** Who makes an attempt. */
export interface Guesser {
  readonly network: string;
  /** A device that this account signed in on before. */
  readonly deviceId?: string | null;
  /** Whether this account has a session in the network. */
  readonly networkKnown?: boolean;
}

/** An attempt that may be made. It counts as failed until it is settled as right. */
export interface Attempt {
  /** One account from one network or remembered device. */
  readonly pairKey: string;
  /** All accounts from one network; null for a remembered device, which is not counted there. */
  readonly networkKey: string | null;
  /** Null for a remembered device. */
  readonly budget: { readonly key: string; readonly network: string } | null;
  /** Whether it was the last one before a lock. */
  readonly last: boolean;
}

interface Keys extends Omit<Attempt, 'last'> {
  readonly read: ReadonlyMap<string, AttemptDocument>;
}

/** Milliseconds since 1970; a class, so that tests can give another. */
@Injectable()
export class AttemptClock {
  now(): number {
    return Date.now();
  }
}

/** Attempts of one key at the same time; each loser reads again. */
const RACES = 5;

/**
 * Slows down and locks guessing (IDN-4; docs/decisions/0013). An account has one count for each
 * remembered device, one for each network that it has a session in, and one for all other networks
 * together, so that strangers use up the budget of strangers only.
 */
@Injectable()
export class AttemptService {
  private readonly logger = new Logger('Attempt');

  constructor(
    private readonly attempts: AttemptRepository,
    private readonly clock: AttemptClock,
  ) {}

  /**
   * Counts an attempt before its outcome is known: of many at the same time each is counted, and
   * those beyond the limits are refused. A refused attempt is not counted, so that nobody prolongs
   * a lock by knocking at it. @throws TooManyAttempts
   */
  async admit(account: string, guesser: Guesser): Promise<Attempt> {
    const keys = await this.readKeys(account, guesser);
    const [budget, pair] = await Promise.all([
      keys.budget ? this.countGuess(keys.budget, keys.read) : 'counted',
      this.count(keys.pairKey, pairPolicy, keys.read.get(keys.pairKey) ?? null),
    ]);
    return { ...keys, last: budget === 'used-up' || pair === 'locked' };
  }

  /** Adds a wrong attempt to the count of its network. */
  async settleWrong({ networkKey }: Attempt): Promise<void> {
    if (!networkKey) return;
    try {
      const [read = null] = await this.attempts.findKeys([networkKey]);
      await this.count(networkKey, networkPolicy, read);
    } catch (error) {
      // The attempt was made already; its answer is not about the network.
      if (!(error instanceof TooManyAttempts)) throw error;
    }
  }

  /** Runs {@link settleRight} after the response. If it fails, one attempt stays counted. */
  settleRightAfterResponse(attempt: Attempt): void {
    afterResponse()
      .then(() => this.settleRight(attempt))
      .catch((error: unknown) => {
        this.logger.warn(`An attempt stays counted: ${String(error)}`);
      });
  }

  /** Resets the count of this account from this network or device. */
  async settleRight({ pairKey, budget }: Attempt): Promise<void> {
    await Promise.all([
      this.attempts.forget(pairKey),
      budget && this.attempts.forgetGuesses(budget.key, budget.network),
    ]);
  }

  /**
   * Counts a request for a link by mail. Only the asker is limited, never the address.
   * @throws TooManyAttempts
   */
  async takeReset(account: string, { network, deviceId = null }: Guesser): Promise<void> {
    const limits: (readonly [string, AttemptPolicy])[] = [
      [keyOf('reset', account, deviceId ?? network), resetPolicy],
    ];
    if (!deviceId) limits.push([keyOf('reset network', network), resetNetworkPolicy]);
    const read = await this.read(limits.map(([key]) => key));
    for (const [key, policy] of limits) this.refuseBefore(read.get(key) ?? null, policy);
    await Promise.all(
      limits.map(([key, policy]) => this.count(key, policy, read.get(key) ?? null)),
    );
  }

  /** @throws TooManyAttempts */
  private async readKeys(account: string, guesser: Guesser): Promise<Keys> {
    const { network, deviceId = null, networkKnown = false } = guesser;
    const pairKey = keyOf('pair', account, deviceId ?? network);
    const networkKey = deviceId ? null : keyOf('network', network);
    const budget = deviceId
      ? null
      : {
          key: networkKnown ? keyOf('budget', account, network) : keyOf('budget', account),
          network: keyOf('network', network),
        };
    const wanted = [pairKey, networkKey, budget?.key].filter((key) => typeof key === 'string');
    const read = await this.read(wanted);
    this.refuseBefore(read.get(pairKey) ?? null, pairPolicy);
    if (networkKey) this.refuseBefore(read.get(networkKey) ?? null, networkPolicy);
    if (budget) this.refuseBeyondBudget(read.get(budget.key) ?? null);
    return { pairKey, networkKey, budget, read };
  }

  private async read(keys: readonly string[]): Promise<Map<string, AttemptDocument>> {
    const found = await this.attempts.findKeys(keys);
    return new Map(found.map((document) => [document.id, document]));
  }

  /** @throws TooManyAttempts */
  private async count(
    key: string,
    policy: AttemptPolicy,
    first: AttemptDocument | null,
  ): Promise<'counted' | 'locked'> {
    let read = first;
    for (let race = 0; race < RACES; race += 1) {
      this.refuseBefore(read, policy);
      const next = withFailure(recordOf(read), policy, this.clock.now());
      const count = {
        failures: next.failures,
        lastAt: new Date(next.lastAt),
        guesses: [],
        usedUpAt: null,
      };
      if (await this.attempts.countIfUnchanged(key, read, count)) {
        return next.failures === policy.lockAt ? 'locked' : 'counted';
      }
      [read = null] = await this.attempts.findKeys([key]);
    }
    throw new TooManyAttempts(1_000);
  }

  /** `used-up` at most once in a window. @throws TooManyAttempts */
  private async countGuess(
    budget: { key: string; network: string },
    documents: ReadonlyMap<string, AttemptDocument>,
  ): Promise<'counted' | 'used-up'> {
    const { key, network } = budget;
    let read = documents.get(key) ?? null;
    for (let race = 0; race < RACES; race += 1) {
      this.refuseBeyondBudget(read);
      const now = this.clock.now();
      const guesses = [...recentGuesses(guessesOf(read), now), { at: now, network }];
      const since = read?.usedUpAt?.getTime() ?? -Infinity;
      const usedUp = guesses.length === GUESS_BUDGET && now - since >= GUESS_WINDOW_MS;
      const count = {
        failures: guesses.length,
        lastAt: new Date(now),
        guesses: guesses.map((guess) => ({ ...guess, at: new Date(guess.at) })),
        usedUpAt: usedUp ? new Date(now) : (read?.usedUpAt ?? null),
      };
      if (await this.attempts.countIfUnchanged(key, read, count)) {
        return usedUp ? 'used-up' : 'counted';
      }
      [read = null] = await this.attempts.findKeys([key]);
    }
    throw new TooManyAttempts(1_000);
  }

  private refuseBefore(read: AttemptDocument | null, policy: AttemptPolicy): void {
    const wait = waitBefore(recordOf(read), policy, this.clock.now());
    if (wait > 0) throw new TooManyAttempts(wait);
  }

  private refuseBeyondBudget(read: AttemptDocument | null): void {
    const wait = waitForBudget(guessesOf(read), this.clock.now());
    if (wait > 0) throw new TooManyAttempts(wait);
  }
}

/** What is counted is a person's address: only its hash is kept. */
function keyOf(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

function recordOf(document: AttemptDocument | null): AttemptRecord | null {
  return document && { failures: document.failures, lastAt: document.lastAt.getTime() };
}

function guessesOf(document: AttemptDocument | null): Guess[] {
  // Documents of earlier versions have none.
  return (document?.guesses ?? []).map(({ at, network }) => ({ at: at.getTime(), network }));
}
