import { Injectable, Logger } from '@nestjs/common';
import { readApiToken } from '@engawa/contracts';
import { EventBus } from '@engawa/events';
import type { ServiceExtension } from '@engawa/service-kit';

/** How long counts gather before identity writes them. */
const REPORT_INTERVAL_MS = 20_000;
/** Most tokens of one report. */
const MAX_REPORTED = 500;

interface CountedUse {
  space: string;
  tokenId: string;
  requests: number;
}

/**
 * Counts requests by API token (IDN-11) and reports the sums to identity: one write for each token
 * that was used in the interval, however many requests there were. The figures are for people to
 * look at: what a killed gateway had not reported is missing from them.
 */
@Injectable()
export class ApiTokenUses implements ServiceExtension {
  private readonly logger = new Logger('ApiTokenUses');
  private readonly counted = new Map<string, CountedUse>();
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly bus: EventBus) {}

  /** Counts a request whose token identity accepted; tokens of assistants are not counted. */
  count(token: string): void {
    const read = readApiToken(token);
    if (!read) return;
    const { space, tokenId } = read;
    const key = `${space}/${tokenId}`;
    const known = this.counted.get(key);
    if (known) known.requests += 1;
    else this.counted.set(key, { space, tokenId, requests: 1 });
    this.timer ??= setTimeout(() => void this.report(), REPORT_INTERVAL_MS).unref();
  }

  async beforeClose(): Promise<void> {
    await this.report();
  }

  /** Sends what was counted since the last report; without counts nothing. */
  async report(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    const uses = [...this.counted.values()];
    this.counted.clear();
    for (let from = 0; from < uses.length; from += MAX_REPORTED) {
      const part = uses.slice(from, from + MAX_REPORTED);
      try {
        await this.bus.ask('identity.countApiTokenUses', { uses: part });
      } catch (error) {
        this.logger.warn(`the use of ${part.length} API tokens was not counted: ${String(error)}`);
      }
    }
  }
}
