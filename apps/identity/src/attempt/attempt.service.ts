import { createHash } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { answerOut } from '../caller/answer-out';
import { AttemptRepository } from './attempt.repository';
import {
  accountPolicy,
  networkPolicy,
  pairPolicy,
  resetNetworkPolicy,
  resetPolicy,
  waitBefore,
  withFailure,
  type AttemptPolicy,
  type AttemptRecord,
} from './attempt.rules';
import type { AttemptDocument } from './attempt.schema';
import { TooManyAttempts } from './attempt.errors';

interface Counted {
  readonly key: string;
  readonly policy: AttemptPolicy;
}

/** An attempt that may be made; it counts as failed from `count` on until it is settled as right. */
export interface Attempt {
  readonly pair: Counted;
  /** Counted too if it fails, where the device is not a remembered one. */
  readonly wide: readonly Counted[];
  /** What was read of the pair. */
  readonly read: AttemptDocument | null;
}

const RACES = 5;

/**
 * Slows down and locks guessing (IDN-4). Counted are an account from one network, all accounts
 * from one network, and an account from everywhere. Somebody who guesses from elsewhere cannot
 * lock the rightful owner out: a device that signed in before counts for itself alone.
 */
@Injectable()
export class AttemptService {
  private readonly logger = new Logger('Attempt');

  constructor(private readonly attempts: AttemptRepository) {}

  /**
   * Whether an attempt may be made now. `deviceId` is that of a device that is known for the
   * account. @throws TooManyAttempts
   */
  async look(account: string, network: string, deviceId: string | null): Promise<Attempt> {
    const pair = { key: keyOf('pair', account, deviceId ?? network), policy: pairPolicy };
    const wide = deviceId
      ? []
      : [
          { key: keyOf('network', network), policy: networkPolicy },
          { key: keyOf('account', account), policy: accountPolicy },
        ];
    return this.readAttempt(pair, wide);
  }

  /**
   * Counts the attempt. Nothing of its outcome may leave before this resolves: of many guesses at
   * the same time each is counted, and those that come too early are refused. True if it was the
   * last before a lock. @throws TooManyAttempts
   */
  async count(attempt: Attempt): Promise<boolean> {
    let current = attempt;
    for (let race = 0; race < RACES; race += 1) {
      const { pair, wide, read } = current;
      const next = withFailure(recordOf(read), pair.policy, Date.now());
      if (await this.attempts.countIfUnchanged(pair.key, read, documentOf(next))) {
        return next.failures === pair.policy.lockAt;
      }
      current = await this.readAttempt(pair, wide);
    }
    throw new TooManyAttempts(1_000);
  }

  /** Both at once. @throws TooManyAttempts */
  async admit(account: string, network: string, deviceId: string | null): Promise<Attempt> {
    const attempt = await this.look(account, network, deviceId);
    await this.count(attempt);
    return attempt;
  }

  /** It was wrong: the wider counts grow too. True if that locked the account everywhere. */
  async settleWrong(attempt: Attempt): Promise<boolean> {
    const locked = await Promise.all(attempt.wide.map((wide) => this.add(wide)));
    return attempt.wide.some(({ policy }, place) => policy === accountPolicy && locked[place]);
  }

  /** The same once the answer is on its way: if it fails, one attempt too many stays counted. */
  settleSoon(attempt: Attempt): void {
    answerOut()
      .then(() => this.settleRight(attempt))
      .catch((error: unknown) => {
        this.logger.warn(`An attempt stays counted: ${String(error)}`);
      });
  }

  /** It was right: the count of this account from here begins anew. */
  async settleRight(attempt: Attempt): Promise<void> {
    await this.attempts.forget(attempt.pair.key);
  }

  /**
   * Counts a request for a link by mail. The limit of an address holds for addresses that exist
   * and that do not. @throws TooManyAttempts
   */
  async takeReset(account: string, network: string): Promise<void> {
    const limits = [
      { key: keyOf('reset', account), policy: resetPolicy },
      { key: keyOf('reset network', network), policy: resetNetworkPolicy },
    ];
    const found = await this.attempts.findKeys(limits.map(({ key }) => key));
    const wait = Math.max(
      ...limits.map(({ key, policy }) => {
        const read = found.find((document) => document.id === key) ?? null;
        return waitBefore(recordOf(read), policy, Date.now());
      }),
    );
    if (wait > 0) throw new TooManyAttempts(wait);
    await Promise.all(limits.map((limit) => this.add(limit)));
  }

  private async readAttempt(pair: Counted, wide: readonly Counted[]): Promise<Attempt> {
    const now = Date.now();
    const all = [pair, ...wide];
    const found = await this.attempts.findKeys(all.map(({ key }) => key));
    const read = (key: string) => found.find((document) => document.id === key) ?? null;
    const waits = all.map(({ key, policy }) => waitBefore(recordOf(read(key)), policy, now));
    const wait = Math.max(...waits);
    if (wait > 0) throw new TooManyAttempts(wait);
    return { pair, wide, read: read(pair.key) };
  }

  /** True if it locked the key. */
  private async add({ key, policy }: Counted): Promise<boolean> {
    for (let race = 0; race < RACES; race += 1) {
      const [read = null] = await this.attempts.findKeys([key]);
      const next = withFailure(recordOf(read), policy, Date.now());
      if (await this.attempts.countIfUnchanged(key, read, documentOf(next))) {
        return next.failures === policy.lockAt;
      }
    }
    return false;
  }
}

/** What is counted is a person's address: only its hash is kept. */
function keyOf(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

function recordOf(document: AttemptDocument | null): AttemptRecord | null {
  return document && { failures: document.failures, lastAt: document.lastAt.getTime() };
}

function documentOf(record: AttemptRecord): { failures: number; lastAt: Date } {
  return { failures: record.failures, lastAt: new Date(record.lastAt) };
}
