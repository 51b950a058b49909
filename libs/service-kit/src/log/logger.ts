import { Logger, type LoggerService } from '@nestjs/common';
import { pino, type Logger as Pino } from 'pino';
import { currentContext } from '../context/request-context';

const SECRET = '[redacted]';
const secrets = ['authorization', 'cookie', 'password', 'token', 'accessToken', 'refreshToken'];
const paths = secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

const form = {
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label: string) => ({ level: label }) },
};

/** JSON lines on standard output with request and trace id; secrets are redacted. */
export function createPino(level: string, destination?: { write(line: string): void }): Pino {
  const options = {
    ...form,
    level,
    redact: {
      paths: [...paths, 'set-cookie', '*["set-cookie"]', '*.*["set-cookie"]'],
      censor: SECRET,
    },
    serializers: { err: pino.stdSerializers.err, error: pino.stdSerializers.err },
    mixin: () => {
      const context = currentContext();
      return context
        ? { service: context.service, requestId: context.requestId, traceId: context.traceId }
        : {};
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** A logged error, for error reports. */
export interface LoggedError {
  /** Name of the logger. */
  logger: string | undefined;
  text: string;
  error: unknown;
  requestId: string | undefined;
}

let errorListener: ((logged: LoggedError) => void) | null = null;

/** Calls the listener for each logged error, whatever the log level; null removes it. */
export function onLoggedError(listener: typeof errorListener): void {
  errorListener = listener;
}

/** Nest's logger port over pino: `logger.warn({ err, postId }, 'text')` or plain text. */
export class JsonLogger implements LoggerService {
  constructor(readonly pino: Pino) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.write('info', message, rest);
  }
  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }
  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }
  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }
  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }
  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  private write(
    level: 'info' | 'error' | 'warn' | 'debug' | 'trace' | 'fatal',
    message: unknown,
    rest: unknown[],
  ): void {
    // Nest passes the logger's name last, and for errors a stack before it.
    const texts = rest.filter((part): part is string => typeof part === 'string');
    const context = texts.pop();
    const name = context === undefined ? {} : { context };
    if (errorListener && (level === 'error' || level === 'fatal'))
      errorListener(loggedError(message, rest, context));
    if (message instanceof Error) {
      this.pino[level]({ ...name, err: message }, texts[0] ?? message.message);
    } else if (message !== null && typeof message === 'object') {
      this.pino[level]({ ...name, ...message }, texts[0]);
    } else {
      const stack = texts.find((text) => text.includes('\n'));
      const err = rest.find((part): part is Error => part instanceof Error);
      this.pino[level](
        { ...name, ...(err ? { err } : {}), ...(stack ? { stack } : {}) },
        String(message),
      );
    }
  }
}

function loggedError(message: unknown, rest: unknown[], logger: string | undefined): LoggedError {
  const fields =
    message !== null && typeof message === 'object' ? (message as Record<string, unknown>) : {};
  const { err, requestId } = fields;
  const given = [message, err, ...rest].find((part) => part instanceof Error);
  const text = [message, rest[0]].find((part) => typeof part === 'string') ?? '';
  return {
    logger,
    text,
    error: given,
    requestId: typeof requestId === 'string' ? requestId : undefined,
  };
}

/** Flush size and interval: each write wakes another thread. */
const BATCH_BYTES = 8_192;
const FLUSH_INTERVAL_MS = 200;

let opened: ReturnType<typeof pino.destination> | null = null;

/** Standard output, opened by the first line: its timer would keep the memory of a silent test file. */
const destination = {
  write(line: string): void {
    opened ??= pino.destination({
      sync: false,
      minLength: BATCH_BYTES,
      periodicFlush: FLUSH_INTERVAL_MS,
    } as Parameters<typeof pino.destination>[0]);
    opened.write(line);
  },
};
let shared: JsonLogger | null = null;
let requests: Pino | null = null;

/** Writes what is not yet written. The process does so at its end, a thread must. */
export function flushLog(): void {
  opened?.flushSync();
}

/** The logger of the process, or of a thread, shared by all its services. */
export function sharedLogger(level: string): JsonLogger {
  // Written asynchronously and in order; flushed when the process ends.
  shared ??= new JsonLogger(createPino(level, destination));
  shared.pino.level = level;
  Logger.overrideLogger(shared);
  return shared;
}

/**
 * For the request log, whose fields are all ours: without redaction and without the context, which
 * it adds itself.
 */
export function requestLogger(level: string): Pino {
  requests ??= pino({ ...form, level }, destination);
  requests.level = level;
  return requests;
}
