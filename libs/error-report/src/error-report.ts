/** Where reports of errors go, read out of a DSN: `https://KEY@host/path/PROJECT` (Sentry protocol). */
export interface ReportTarget {
  /** Where envelopes are posted. */
  url: string;
  /** For a policy of allowed connections. */
  origin: string;
}

/** Null where the text is no DSN. */
export function reportTargetOf(dsn: string): ReportTarget | null {
  const match =
    /^(https?):\/\/([0-9A-Za-z]+)(?::[^@/]*)?@([^/?#@\s]+)((?:\/[^/?#\s]+)*)\/(\d+)$/.exec(dsn);
  if (!match) return null;
  const [, protocol, key, host, path, project] = match;
  const origin = `${protocol}://${host}`;
  // In the address rather than in a header: a browser then asks no permission first.
  const query = `sentry_key=${key}&sentry_version=7`;
  return { url: `${origin}${path}/api/${project}/envelope/?${query}`, origin };
}

/** An error without anything that people wrote or are called. */
export interface ErrorFacts {
  /** Class of the error, such as `TypeError`. */
  type: string;
  message: string;
  frames: StackFrame[];
}

/** As Sentry's protocol names them. */
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
 * The message with everything taken out that may be somebody's: what stands in quotes, brackets or
 * braces, addresses, numbers of several digits, ids, and whatever is not plain ASCII.
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

/** What may be told of whatever was thrown. */
export function factsOfError(error: unknown): ErrorFacts {
  if (!(error instanceof Error)) {
    return { type: typeof error, message: '', frames: [] };
  }
  const name = /^[A-Za-z][\w.$]{0,99}$/.test(error.name) ? error.name : 'Error';
  return {
    type: name,
    message: withoutContents(error.message),
    // V8 puts the message in front, and a message may look like frames.
    frames: framesOf((error.stack ?? '').replace(error.message, '')),
  };
}

/** The innermost last, as the protocol wants them; of V8, Firefox and Safari. */
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
  /** Short facts of few values, such as the service or the route's form. */
  tags: Readonly<Record<string, string>>;
  release?: string | undefined;
  environment?: string | undefined;
  trace?: { traceId: string; spanId: string } | undefined;
}

/** The report in the protocol's envelope: three lines of JSON. */
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
    // The receiver must not put the sender's address down by itself.
    sdk: { name: `engawa.${platform}`, version: '1', settings: { infer_ip: 'never' } },
  };
  return [{ event_id: id, sent_at: at.toISOString() }, { type: 'event' }, event]
    .map((line) => JSON.stringify(line))
    .join('\n');
}

/** How many reports may go out: few at a time, one of a kind, none while the receiver has enough. */
export class ReportLimit {
  private readonly sent = new Map<string, number>();
  private pausedUntil = 0;

  /** `most` reports in `window` ms. */
  constructor(
    private readonly most: number,
    private readonly window: number,
  ) {}

  /** Whether this one may go out now (ms since 1970); it is then counted. */
  take({ type, message, frames }: ErrorFacts, now: number): boolean {
    for (const [kind, at] of this.sent) if (now - at >= this.window) this.sent.delete(kind);
    const place = frames.at(-1);
    const kind = `${type} ${message} ${place?.filename}:${place?.lineno}:${place?.colno}`;
    if (now < this.pausedUntil || this.sent.has(kind) || this.sent.size >= this.most) return false;
    this.sent.set(kind, now);
    return true;
  }

  /** The receiver asked for a rest (429), in seconds. */
  pause(seconds: number, now: number): void {
    this.pausedUntil = now + Math.max(1, Number.isFinite(seconds) ? seconds : 60) * 1_000;
  }
}
