import { fetch, type Agent, type RequestInit } from 'undici';
import { parseTarget, type AllowedNetworks } from './address.rules';
import { guardedAgent, RefusedAddress } from './guarded-agent';

const TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 512 * 1024;

/**
 * `fetch` for addresses entered by users or returned from such addresses: never into private
 * networks except allowed ones, without redirects, limited in time and size.
 */
export class GuardedFetch {
  private readonly agent: Agent;

  constructor(private readonly allowed: AllowedNetworks) {
    this.agent = guardedAgent(allowed, TIMEOUT_MS);
  }

  /** The normalized URL; null when it must not be contacted. */
  target(text: string): URL | null {
    return parseTarget(text, this.allowed);
  }

  /** @throws RefusedAddress, or the error of the connection or size limit */
  async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const target = this.target(url);
    if (!target) throw new RefusedAddress(`${url} is not asked`);
    const answer = await fetch(target, {
      ...init,
      redirect: 'manual',
      dispatcher: this.agent,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of answer.body ?? []) {
      size += part.byteLength;
      if (size > MAX_RESPONSE_BYTES) throw new Error(`${target.host} answers too much`);
      parts.push(part);
    }
    const body = size > 0 ? Buffer.concat(parts) : null;
    return new Response(body, { status: answer.status, headers: [...answer.headers] });
  }

  /** Closes all connections; running requests fail. */
  async close(): Promise<void> {
    await this.agent.destroy();
  }
}
