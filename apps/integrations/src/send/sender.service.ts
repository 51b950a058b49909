import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  guardedAgent,
  parseNetworks,
  parseTarget,
  SERVICE_ENV,
  type AllowedNetworks,
  type Environment,
} from '@engawa/service-kit';
import { request, type Agent } from 'undici';

/** Longest wait for a receiver, in ms. */
const TIMEOUT_MS = 15_000;
/** So much of an answer is read, in bytes; nothing of it is shown to anyone. */
const MAX_RESPONSE_BYTES = 16_384;

/** What came of sending something. */
export interface Sent {
  /** HTTP status; null where there was no answer. */
  status: number | null;
  error: string | null;
}

/**
 * Sends to addresses that people typed in: never into private networks, also when a public name
 * leads there, and without following redirects (INT-3). The address that was checked is the one
 * that is connected to.
 */
@Injectable()
export class Sender implements OnApplicationShutdown {
  private readonly allowed: AllowedNetworks;
  private readonly agent: Agent;

  constructor(@Inject(SERVICE_ENV) env: Environment) {
    this.allowed = parseNetworks(env['WEBHOOK_ALLOWED_NETWORKS'] ?? '');
    this.agent = guardedAgent(this.allowed, TIMEOUT_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.agent.destroy();
  }

  /** The address in its normal form, or null where nothing may be sent to it. */
  target(text: string): string | null {
    return parseTarget(text, this.allowed)?.href ?? null;
  }

  async post(url: string, headers: Record<string, string>, body: string): Promise<Sent> {
    const target = parseTarget(url, this.allowed);
    if (!target) return { status: null, error: 'refused-address' };
    try {
      const answer = await request(target, {
        method: 'POST',
        headers: { 'user-agent': 'Engawa', ...headers },
        body,
        dispatcher: this.agent,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await answer.body.dump({ limit: MAX_RESPONSE_BYTES });
      return { status: answer.statusCode, error: null };
    } catch (error) {
      return { status: null, error: reasonOf(error) };
    }
  }
}

function reasonOf(error: unknown): string {
  const { name, code, cause } = error as { name?: string; code?: string; cause?: unknown };
  if (name === 'RefusedAddress') return 'refused-address';
  // The name is there, but no address.
  if (code === 'ENODATA') return 'enotfound';
  if (name === 'TimeoutError' || /TIMEOUT/.test(code ?? '')) return 'timeout';
  if (cause) return reasonOf(cause);
  return (code ?? name ?? 'unreachable').toLowerCase().slice(0, 60);
}
