import { randomBytes } from 'node:crypto';
import { Logger } from '@nestjs/common';
import {
  envelopeOf,
  factsOfError,
  ReportLimit,
  reportTargetOf,
  withoutContents,
  type ErrorFacts,
} from '@engawa/error-report';
import { z } from 'zod';
import { parseConfig, type Environment } from '../config/parse-config';
import { currentContext } from '../context/request-context';
import { onLoggedError, type LoggedError } from '../log/logger';
import { spanIdOf } from '../tracing/span-sink';

/** Environment of error reports; also read by the gateway for the web app. */
export const reportConfig = z.object({
  /** `https://KEY@host/PROJECT` (Sentry protocol). */
  SENTRY_DSN: z
    .string()
    .refine((dsn) => reportTargetOf(dsn) !== null, 'is no DSN (https://KEY@host/PROJECT)')
    .optional(),
  /** Such as `production`; also part of traces. */
  ENGAWA_ENVIRONMENT: z.string().max(64).optional(),
});

const MAX_REPORTS_PER_MINUTE = 20;
const MINUTE_MS = 60_000;
const TIMEOUT_MS = 5_000;
const STOP_GRACE_MS = 2_000;

let users = 0;
let shared: ErrorReports | null = null;

/**
 * Starts to report logged errors if `SENTRY_DSN` is set; returns a function that stops it, or null.
 * Services of one process share one sender. Throws `ConfigError`.
 */
export function startErrorReports(env: Environment): (() => Promise<void>) | null {
  const { SENTRY_DSN, ENGAWA_ENVIRONMENT } = parseConfig(reportConfig, env);
  const target = SENTRY_DSN === undefined ? null : reportTargetOf(SENTRY_DSN);
  if (!target) return null;
  users += 1;
  if (!shared) {
    const reports = new ErrorReports(target.url, ENGAWA_ENVIRONMENT);
    shared = reports;
    onLoggedError((logged) => reports.take(logged));
  }
  const reports = shared;
  return async () => {
    users -= 1;
    if (users > 0) return;
    onLoggedError(null);
    shared = null;
    await reports.waitForRunning();
  };
}

/** Sends errors without user content: class, cleaned message, stack. */
class ErrorReports {
  private readonly logger = new Logger('ErrorReports');
  private readonly limit = new ReportLimit(MAX_REPORTS_PER_MINUTE, MINUTE_MS);
  private readonly running = new Set<Promise<void>>();
  private complained = -Infinity;

  constructor(
    private readonly url: string,
    private readonly environment: string | undefined,
  ) {}

  take({ logger, text, error, requestId }: LoggedError): void {
    const facts: ErrorFacts =
      error === undefined
        ? { type: logger ?? 'Error', message: withoutContents(text), frames: [] }
        : factsOfError(error);
    if (!this.limit.take(facts, Date.now())) return;
    const context = currentContext();
    const request = requestId ?? context?.requestId;
    const span = spanIdOf(context?.traceparent);
    const body = envelopeOf({
      ...facts,
      id: randomBytes(16).toString('hex'),
      at: new Date(),
      platform: 'node',
      environment: this.environment,
      tags: {
        ...(context ? { service: context.service } : {}),
        ...(logger ? { logger } : {}),
        ...(request ? { request_id: request } : {}),
      },
      trace: context && span ? { traceId: context.traceId, spanId: span } : undefined,
    });
    const sending = this.send(body).finally(() => this.running.delete(sending));
    this.running.add(sending);
  }

  /** Waits briefly for reports in flight. */
  async waitForRunning(): Promise<void> {
    const grace = new Promise((resolve) => setTimeout(resolve, STOP_GRACE_MS).unref());
    await Promise.race([Promise.all(this.running), grace]);
  }

  private async send(body: string): Promise<void> {
    try {
      const answer = await fetch(this.url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-sentry-envelope' },
        body,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await answer.body?.cancel();
      if (answer.status === 429)
        this.limit.pause(Number(answer.headers.get('retry-after')), Date.now());
      else if (!answer.ok) this.complain(`answered ${answer.status}`);
    } catch (error) {
      this.complain(error instanceof Error ? error.name : 'unreachable');
    }
  }

  /** An unreachable receiver must not fill the log or be reported to itself. */
  private complain(reason: string): void {
    if (performance.now() - this.complained < MINUTE_MS) return;
    this.complained = performance.now();
    this.logger.warn(`Error reports are lost: ${reason}`);
  }
}
