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
  /** A device on which this account signed in before. */
  readonly deviceId?: string | null;
}

/** The counts of an account, as read for a guesser. */
export interface ReadCounts {
  readonly account: string;
  readonly network: string;
  /** Key of the account and one network or remembered device. */
  readonly pairKey: string;
  /**
   * Key of the network over all accounts; null for a remembered device, which is not counted there.
   */
  readonly networkKey: string | null;
  readonly documents: ReadonlyMap<string, AttemptDocument>;
}

/** An admitted attempt. Counts as failed until `recordSuccess`. */
export interface Attempt extends Pick<ReadCounts, 'pairKey' | 'networkKey' | 'network'> {
  /** Null for a remembered device. */
  readonly budgetKey: string | null;
  /** Whether it was the last one before a lock. */
  readonly last: boolean;
}

/** Returns epoch ms; a class, so that tests can replace it. */
@Injectable()
export class AttemptClock {
  now(): number {
    return Date.now();
  }
}

/** Conflicts after which counting a key fails; each conflict reads again. */
const MAX_CONFLICTS = 5;

/**
 * Delays and locks guessing (IDN-4, decision 0013). An account has one count per remembered device,
 * one per network with a session, and one for all other networks together, so that strangers use up
 * only the strangers' budget.
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

  /** Whether the counts allow an attempt. */
  isOpen(counts: ReadCounts, networkKnown: boolean): boolean {
    return this.waitOf(counts, networkKnown) === 0;
  }

  /**
   * Counts an attempt. Its outcome must not be revealed before this resolves: concurrent attempts
   * are all counted, and those beyond the limits are rejected. A rejected attempt is not counted,
   * so that nobody can prolong a lock. `networkKnown`: whether the account has a session in the
   * network. @throws TooManyAttempts
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

  /** Adds a failed attempt to the count of its network. */
  async recordFailure({ networkKey }: Attempt): Promise<void> {
    if (!networkKey) return;
    try {
      const [read = null] = await this.attempts.findKeys([networkKey]);
      await this.add(networkKey, networkPolicy, read);
    } catch (error) {
      // The attempt was already made; its answer does not depend on the network.
      if (!(error instanceof TooManyAttempts)) throw error;
    }
  }

  /** Runs {@link recordSuccess} after the response. If that fails, one attempt stays counted. */
  recordSuccessAfterResponse(attempt: Attempt): void {
    afterResponse()
      .then(() => this.recordSuccess(attempt))
      .catch((error: unknown) => {
        this.logger.warn(`An attempt stays counted: ${String(error)}`);
      });
  }

  /** Resets the count of this account for this network or device. */
  async recordSuccess({ pairKey, budgetKey, network }: Attempt): Promise<void> {
    await Promise.all([
      this.attempts.forget(pairKey),
      budgetKey && this.attempts.forgetGuesses(budgetKey, keyOf('network', network)),
    ]);
  }

  /**
   * Counts a request for a password mail. Limits the requester, never the address.
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

  /** Reports `used-up` at most once per window. @throws TooManyAttempts */
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

  /** Milliseconds until the counts allow an attempt. */
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

/** The key contains an e-mail address, so only its hash is stored. */
function keyOf(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/** The budget of a network with a session of the account, or of all other networks together. */
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
