import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

/** A new signing secret of 32 bytes (Standard Webhooks). */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(32).toString('base64');
}

/**
 * Headers of a message (Standard Webhooks 1.0.0). With several secrets, after a rotation, it is
 * signed with each.
 */
export function webhookHeaders(
  message: { id: string; seconds: number; body: string },
  secrets: readonly string[],
): Record<string, string> {
  const signed = `${message.id}.${message.seconds}.${message.body}`;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  });
  return {
    'content-type': 'application/json',
    'webhook-id': message.id,
    'webhook-timestamp': String(message.seconds),
    'webhook-signature': signatures.join(' '),
  };
}

/** Delays before each retry, in seconds, as in the specification of Standard Webhooks. */
const schedule = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];

/** When to retry after a number of attempts; null to give up. With jitter. */
export function nextAttemptAt(attempts: number, now: Date, random = Math.random()): Date | null {
  const seconds = schedule[attempts - 1];
  if (seconds === undefined) return null;
  return new Date(now.getTime() + seconds * 1_000 * (0.9 + random * 0.2));
}
