/**
 * Receiver of error reports, parsed from a DSN: `https://KEY@host/path/PROJECT` (Sentry protocol).
 */
export interface ReportTarget {
  /** URL that envelopes are posted to. */
  url: string;
  /** Origin for the Content-Security-Policy. */
  origin: string;
}

/** Null when the text is not a DSN. */
export function reportTargetOf(dsn: string): ReportTarget | null {
  const match =
    /^(https?):\/\/([0-9A-Za-z]+)(?::[^@/]*)?@([^/?#@\s]+)((?:\/[^/?#\s]+)*)\/(\d+)$/.exec(dsn);
  if (!match) return null;
  const [, protocol, key, host, path, project] = match;
  const origin = `${protocol}://${host}`;
  // In the query instead of a header, so that browsers need no CORS preflight.
  const query = `sentry_key=${key}&sentry_version=7`;
  return { url: `${origin}${path}/api/${project}/envelope/?${query}`, origin };
}

/** An error without user content and names. */
export interface ErrorFacts {
  /** Class of the error, such as `TypeError`. */
  type: string;
  message: string;
  frames: StackFrame[];
}

/** Field names follow Sentry's protocol. */
export interface StackFrame {
  function: string;
  filename: string;
  lineno: number;
  colno: number;
  in_app: boolean;
}

const MAX_FRAMES = 50;
const MOST_MESSAGE = 200;

/**
 * The message without anything that may be personal: text in quotes, brackets or braces, addresses,
 * numbers of several digits, ids, and non-ASCII text.
 */
export function withoutContents(message: string): string {
  return message
    .slice(0, 2_000)
    .replace(/[^\x20-\x7e]+/g, '…')
    .replace(/\{.*\}|\[.*\]/g, '…')
    .replace(/(["'`])(?:(?!\1).)*\1/g, '…')
    .replace(/\S+@\S+/g, '…')
    .replace(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, '…')
    .replace(/\b[0-9a-f]{8}-[0-9a-f-]{27,}\b/gi, '…')
    .replace(/\S*\d{3,}\S*/g, '…')
    .replace(/…(?:[\s…]*…)+/g, '…')
    .slice(0, MOST_MESSAGE)
    .trim();
}

/** The reportable facts of a thrown value. */
export function factsOfError(error: unknown): ErrorFacts {
  if (!(error instanceof Error)) {
    return { type: typeof error, message: '', frames: [] };
  }
  const name = /^[A-Za-z][\w.$]{0,99}$/.test(error.name) ? error.name : 'Error';
  return {
    type: name,
    message: withoutContents(error.message),
    // V8 puts the message first, and a message may look like frames.
    frames: framesOf((error.stack ?? '').replace(error.message, '')),
  };
}

/** Parses stacks of V8, Firefox and Safari; the innermost frame last, as the protocol requires. */
function framesOf(stack: string): StackFrame[] {
  const frames: StackFrame[] = [];
  for (const line of stack.split('\n')) {
    const match =
      /^\s+at (?:(?:async )?(.*?) \()?([^()]+?):(\d+):(\d+)\)?$/.exec(line) ??
      /^([^@\s]*)@(.+?):(\d+):(\d+)$/.exec(line);
    if (!match) continue;
    const [, name = '', file = '', row, column] = match;
    const filename = file.replace(/[?#].*$/, '').replace(/^file:\/\//, '');
    frames.push({
      function: name.slice(0, 100) || '?',
      filename: filename.slice(-200),
      lineno: Number(row),
      colno: Number(column),
      in_app: !/node_modules|^node:/.test(filename),
    });
    if (frames.length === MAX_FRAMES) break;
  }
  return frames.reverse();
}

export interface ErrorReport extends ErrorFacts {
  /** 32 hexadecimal digits. */
  id: string;
  at: Date;
  platform: 'node' | 'javascript';
  /** Tags with few distinct values, such as the service or the route pattern. */
  tags: Readonly<Record<string, string>>;
  release?: string | undefined;
  environment?: string | undefined;
  trace?: { traceId: string; spanId: string } | undefined;
}

/** The report as an envelope of the protocol: three lines of JSON. */
export function envelopeOf(report: ErrorReport): string {
  const { id, at, platform, tags, release, environment, trace, type, message, frames } = report;
  const event = {
    event_id: id,
    timestamp: at.toISOString(),
    platform,
    level: 'error',
    ...(release ? { release } : {}),
    ...(environment ? { environment } : {}),
    tags,
    ...(trace ? { contexts: { trace: { trace_id: trace.traceId, span_id: trace.spanId } } } : {}),
    exception: {
      values: [{ type, value: message, ...(frames.length > 0 ? { stacktrace: { frames } } : {}) }],
    },
    // Keeps the receiver from recording the sender's address.
    sdk: { name: `engawa.${platform}`, version: '1', settings: { infer_ip: 'never' } },
  };
  return [{ event_id: id, sent_at: at.toISOString() }, { type: 'event' }, event]
    .map((line) => JSON.stringify(line))
    .join('\n');
}

/**
 * Limits reports: a number per window, one of each kind, none while the receiver asks to back off.
 */
export class ReportLimit {
  private readonly sent = new Map<string, number>();
  private pausedUntil = 0;

  /** At most `most` reports per `window` ms. */
  constructor(
    private readonly most: number,
    private readonly window: number,
  ) {}

  /** Whether this report may be sent now (epoch ms); counts it if so. */
  take({ type, message, frames }: ErrorFacts, now: number): boolean {
    for (const [kind, at] of this.sent) if (now - at >= this.window) this.sent.delete(kind);
    const place = frames.at(-1);
    const kind = `${type} ${message} ${place?.filename}:${place?.lineno}:${place?.colno}`;
    if (now < this.pausedUntil || this.sent.has(kind) || this.sent.size >= this.most) return false;
    this.sent.set(kind, now);
    return true;
  }

  /** Backs off after a 429, in seconds. */
  pause(seconds: number, now: number): void {
    this.pausedUntil = now + Math.max(1, Number.isFinite(seconds) ? seconds : 60) * 1_000;
  }
}
