import { envelopeOf, factsOfError, ReportLimit } from '@engawa/error-report';
import { APP_VERSION } from './build-info';

interface Receiver {
  url: string;
  environment: string | null;
}

const MAX_REPORTS_PER_MINUTE = 5;
const limit = new ReportLimit(MAX_REPORTS_PER_MINUTE, 60_000);
let receiver: Promise<Receiver | null> | null = null;

/** Browser messages for lost connections and aborted requests. */
const expectedErrors = /failed to fetch|networkerror|load failed|network connection|aborted/i;

/**
 * Sends an error to the receiver that the gateway names, if any: class, cleaned message and stack;
 * no page address, name or id.
 */
export async function report(error: unknown): Promise<void> {
  if (
    !(error instanceof Error) ||
    error.name === 'AbortError' ||
    expectedErrors.test(error.message)
  )
    return;
  const facts = factsOfError(error);
  if (!limit.take(facts, Date.now())) return;
  receiver ??= findReceiver();
  const target = await receiver;
  if (!target) return;
  const id = crypto.getRandomValues(new Uint8Array(16));
  const body = envelopeOf({
    ...facts,
    id: [...id].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
    at: new Date(),
    platform: 'javascript',
    release: `engawa@${APP_VERSION}`,
    environment: target.environment ?? undefined,
    tags: { service: 'web', language: document.documentElement.lang },
  });
  const answer = await fetch(target.url, {
    method: 'POST',
    body,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
  }).catch(() => null);
  if (answer?.status === 429) limit.pause(Number(answer.headers.get('retry-after')), Date.now());
}

async function findReceiver(): Promise<Receiver | null> {
  try {
    const answer = await fetch('/api/error-reporting');
    return answer.status === 200 ? ((await answer.json()) as Receiver) : null;
  } catch {
    // Ask again at the next error.
    receiver = null;
    return null;
  }
}
