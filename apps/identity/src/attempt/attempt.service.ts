import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
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

/** An attempt that was let in; it counts as failed until it is settled as right. */
export interface Attempt {
  readonly pairKey: string;
  /** Counted too if it fails, where the device is not a remembered one. */
  readonly wideKeys: readonly { key: string; policy: AttemptPolicy }[];
}

const RACES = 5;

/**
 * Slows down and locks guessing (IDN-4). Counted are an account from one network, all accounts
 * from one network, and an account from everywhere. Somebody who guesses from elsewhere cannot
 * lock the rightful owner out: a device that signed in before counts for itself alone.
 */
@Injectable()
export class AttemptService {
  constructor(private readonly attempts: AttemptRepository) {}

  /**
   * Lets an attempt in and counts it. `deviceId` is that of a device that is known for the account.
   * @throws TooManyAttempts
   */
  async admit(account: string, network: string, deviceId: string | null): Promise<Attempt> {
    const pairKey = keyOf('pair', account, deviceId ?? network);
    const wideKeys = deviceId
      ? []
      : [
          { key: keyOf('network', network), policy: networkPolicy },
          { key: keyOf('account', account), policy: accountPolicy },
        ];
    for (let race = 0; race < RACES; race += 1) {
      const now = Date.now();
      const found = await this.attempts.findKeys([pairKey, ...wideKeys.map(({ key }) => key)]);
      const read = (key: string) => found.find((document) => document.id === key) ?? null;
      const wait = Math.max(
        waitBefore(recordOf(read(pairKey)), pairPolicy, now),
        ...wideKeys.map(({ key, policy }) => waitBefore(recordOf(read(key)), policy, now)),
      );
      if (wait > 0) throw new TooManyAttempts(wait);
      const next = withFailure(recordOf(read(pairKey)), pairPolicy, now);
      if (await this.attempts.countIfUnchanged(pairKey, read(pairKey), documentOf(next))) {
        return { pairKey, wideKeys };
      }
    }
    throw new TooManyAttempts(1_000);
  }

  /** It was wrong: the wider counts grow too. */
  async settleWrong(attempt: Attempt): Promise<void> {
    await Promise.all(attempt.wideKeys.map(({ key, policy }) => this.count(key, policy)));
  }

  /** It was right: the count of this account from here begins anew. */
  async settleRight(attempt: Attempt): Promise<void> {
    await this.attempts.forget(attempt.pairKey);
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
    await Promise.all(limits.map(({ key, policy }) => this.count(key, policy)));
  }

  private async count(key: string, policy: AttemptPolicy): Promise<void> {
    for (let race = 0; race < RACES; race += 1) {
      const [read = null] = await this.attempts.findKeys([key]);
      const next = withFailure(recordOf(read), policy, Date.now());
      if (await this.attempts.countIfUnchanged(key, read, documentOf(next))) return;
    }
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
