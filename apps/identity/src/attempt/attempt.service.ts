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
}

/** The counts of an account, as read for a guesser. */
export interface ReadCounts {
  readonly account: string;
  readonly network: string;
  /** One account from one network or remembered device. */
  readonly pairKey: string;
  /** All accounts from one network; null for a remembered device, which is not counted there. */
  readonly networkKey: string | null;
  readonly documents: ReadonlyMap<string, AttemptDocument>;
}

/** An attempt that may be made. It counts as failed until it is settled as right. */
export interface Attempt extends Pick<ReadCounts, 'pairKey' | 'networkKey' | 'network'> {
  /** Null for a remembered device. */
  readonly budgetKey: string | null;
  /** Whether it was the last one before a lock. */
  readonly last: boolean;
}

/** Milliseconds since 1970; a class, so that tests can give another. */
@Injectable()
export class AttemptClock {
  now(): number {
    return Date.now();
  }
}

/** Attempts of one key at the same time; each loser reads again. */
const MAX_CONFLICTS = 5;

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

  /** Reads the counts for {@link isOpen} and {@link count}. */
  async read(account: string, { network, deviceId = null }: Guesser): Promise<ReadCounts> {
    const pairKey = keyOf('pair', account, deviceId ?? network);
    const networkKey = deviceId ? null : keyOf('network', network);
    const keys = networkKey
      ? [
          pairKey,
          networkKey,
          budgetKeyOf(account, network, true),
          budgetKeyOf(account, network, false),
        ]
      : [pairKey];
    const found = await this.attempts.findKeys(keys);
    const documents = new Map(found.map((document) => [document.id, document]));
    return { account, network, pairKey, networkKey, documents };
  }

  /** Whether the counts, as they were read, let an attempt pass. */
  isOpen(counts: ReadCounts, networkKnown: boolean): boolean {
    return this.waitOf(counts, networkKnown) === 0;
  }

  /**
   * Counts an attempt. Nothing of its outcome may leave before this resolves: of many at the same
   * time each is counted, and those beyond the limits are refused. A refused attempt is not
   * counted, so that nobody prolongs a lock by knocking at it. `networkKnown`: whether the account
   * has a session in the network. @throws TooManyAttempts
   */
  async count(counts: ReadCounts, networkKnown: boolean): Promise<Attempt> {
    const wait = this.waitOf(counts, networkKnown);
    if (wait > 0) throw new TooManyAttempts(wait);
    const { account, network, pairKey, networkKey, documents } = counts;
    const budgetKey = networkKey && budgetKeyOf(account, network, networkKnown);
    const [budget, pair] = await Promise.all([
      budgetKey ? this.addGuess(budgetKey, network, documents) : 'counted',
      this.add(pairKey, pairPolicy, documents.get(pairKey) ?? null),
    ]);
    const last = budget === 'used-up' || pair === 'locked';
    return { pairKey, networkKey, network, budgetKey, last };
  }

  /** Reads and counts. @throws TooManyAttempts */
  async admit(account: string, guesser: Guesser): Promise<Attempt> {
    return this.count(await this.read(account, guesser), false);
  }

  /** Adds a wrong attempt to the count of its network. */
  async recordFailure({ networkKey }: Attempt): Promise<void> {
    if (!networkKey) return;
    try {
      const [read = null] = await this.attempts.findKeys([networkKey]);
      await this.add(networkKey, networkPolicy, read);
    } catch (error) {
      // The attempt was made already; its answer is not about the network.
      if (!(error instanceof TooManyAttempts)) throw error;
    }
  }

  /** Runs {@link recordSuccess} after the response. If it fails, one attempt stays counted. */
  recordSuccessAfterResponse(attempt: Attempt): void {
    afterResponse()
      .then(() => this.recordSuccess(attempt))
      .catch((error: unknown) => {
        this.logger.warn(`An attempt stays counted: ${String(error)}`);
      });
  }

  /** Resets the count of this account from this network or device. */
  async recordSuccess({ pairKey, budgetKey, network }: Attempt): Promise<void> {
    await Promise.all([
      this.attempts.forget(pairKey),
      budgetKey && this.attempts.forgetGuesses(budgetKey, keyOf('network', network)),
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
    const found = await this.attempts.findKeys(limits.map(([key]) => key));
    const read = new Map(found.map((document) => [document.id, document]));
    for (const [key, policy] of limits) this.refuseBefore(read.get(key) ?? null, policy);
    await Promise.all(limits.map(([key, policy]) => this.add(key, policy, read.get(key) ?? null)));
  }

  /** @throws TooManyAttempts */
  private async add(
    key: string,
    policy: AttemptPolicy,
    first: AttemptDocument | null,
  ): Promise<'counted' | 'locked'> {
    let read = first;
    for (let race = 0; race < MAX_CONFLICTS; race += 1) {
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
  private async addGuess(
    key: string,
    from: string,
    documents: ReadonlyMap<string, AttemptDocument>,
  ): Promise<'counted' | 'used-up'> {
    const network = keyOf('network', from);
    let read = documents.get(key) ?? null;
    for (let race = 0; race < MAX_CONFLICTS; race += 1) {
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

  /** Milliseconds until the counts let an attempt pass. */
  private waitOf(counts: ReadCounts, networkKnown: boolean): number {
    const { account, network, pairKey, networkKey, documents } = counts;
    const now = this.clock.now();
    const read = (key: string) => documents.get(key) ?? null;
    const pair = waitBefore(recordOf(read(pairKey)), pairPolicy, now);
    if (!networkKey) return pair;
    const guesses = guessesOf(read(budgetKeyOf(account, network, networkKnown)));
    return Math.max(
      pair,
      waitBefore(recordOf(read(networkKey)), networkPolicy, now),
      waitForBudget(guesses, now),
    );
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

/** The budget of a network that the account has a session in, or of all other networks together. */
function budgetKeyOf(account: string, network: string, networkKnown: boolean): string {
  return networkKnown ? keyOf('budget', account, network) : keyOf('budget', account);
}

function recordOf(document: AttemptDocument | null): AttemptRecord | null {
  return document && { failures: document.failures, lastAt: document.lastAt.getTime() };
}

function guessesOf(document: AttemptDocument | null): Guess[] {
  // Documents of earlier versions have none.
  return (document?.guesses ?? []).map(({ at, network }) => ({ at: at.getTime(), network }));
}
