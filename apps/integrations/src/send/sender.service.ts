import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  guardedAgent,
  InjectConfig,
  parseNetworks,
  parseTarget,
  type AllowedNetworks,
} from '@engawa/service-kit';
import { request, type Agent } from 'undici';
import type { IntegrationsConfig } from '../integrations.config';

const TIMEOUT_MS = 15_000;
/** Longest part of an answer that is read; never shown. */
const MAX_RESPONSE_BYTES = 16_384;

/** Result of an attempt. */
export interface Sent {
  /** HTTP status; null without an answer. */
  status: number | null;
  error: string | null;
}

/**
 * Sends to addresses entered by users: never into private networks, not even through a public name,
 * and without redirects (INT-3). The checked address is the one connected to.
 */
@Injectable()
export class Sender implements OnApplicationShutdown {
  private readonly allowed: AllowedNetworks;
  private readonly agent: Agent;

  constructor(@InjectConfig() config: IntegrationsConfig) {
    this.allowed = parseNetworks(config.WEBHOOK_ALLOWED_NETWORKS);
    this.agent = guardedAgent(this.allowed, TIMEOUT_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.agent.destroy();
  }

  /** The normalized URL; null when it must not be contacted. */
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
  // The name exists, but has no address.
  if (code === 'ENODATA') return 'enotfound';
  if (name === 'TimeoutError' || /TIMEOUT/.test(code ?? '')) return 'timeout';
  if (cause) return reasonOf(cause);
  return (code ?? name ?? 'unreachable').toLowerCase().slice(0, 60);
}
