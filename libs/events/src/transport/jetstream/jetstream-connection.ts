import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import {
  connect,
  Events,
  type JetStreamClient,
  type JetStreamManager,
  type NatsConnection,
} from 'nats';
import { BehaviorSubject, filter, firstValueFrom, throwError, throwIfEmpty, timeout } from 'rxjs';
import { newStopping, reasonOf, retry, unlessAborted } from '../../retry';
import { JetStreamNames } from './names';
import { ensureStream, type StreamBounds } from './provision';
import { serversOf } from './servers';

export interface ConnectionOptions {
  servers: string[];
  namespace: string;
  /** Name of the connection, shown by the server. */
  name: string;
  replicas?: number;
  /** Limits of each stream; default 30 days and 2 million events. */
  bounds?: StreamBounds;
}

export interface Connected {
  connection: NatsConnection;
  client: JetStreamClient;
  manager: JetStreamManager;
}

/** The connection of a service to NATS. Tolerates the absence of the server for any time. */
export class JetStreamConnection {
  readonly names: JetStreamNames;
  /** Called after each reconnect: messages may have been missed. */
  readonly onReconnect = new Set<() => void>();
  /** Why no event passes until a restart; null while the client reconnects by itself. */
  closedReason: string | null = null;
  private readonly logger = new Logger('Events');
  private readonly stopping = newStopping();
  private readonly open = new BehaviorSubject(false);
  private readonly streams = new Map<string, Promise<void>>();
  private connecting: Promise<Connected> | null = null;

  constructor(private readonly options: ConnectionOptions) {
    this.names = new JetStreamNames(options.namespace);
  }

  /** Whether the server can be reached now. */
  get isOpen(): boolean {
    return this.open.value;
  }

  /** The connection, even while it is interrupted. */
  connected(): Promise<Connected> {
    const { signal } = this.stopping;
    const connect = () => unlessAborted(this.connect(), signal);
    this.connecting ??= retry('No NATS yet', connect, signal);
    return this.connecting;
  }

  /** Resolves when the server can be reached; throws after `withinMillis`, if given. */
  async whenOpen(withinMillis?: number): Promise<Connected> {
    if (this.isOpen) return this.connected();
    const opened = this.open.pipe(
      filter(Boolean),
      throwIfEmpty(() => new Error('closed')),
    );
    const late = () => throwError(() => new Error('not connected'));
    const inTime = withinMillis && opened.pipe(timeout({ first: withinMillis, with: late }));
    await firstValueFrom(inTime || opened);
    return this.connected();
  }

  /** Creates a stream or updates its settings, once for each connection. */
  ensureStream(stream: string, subjects: string): Promise<void> {
    const known = this.streams.get(stream);
    if (known) return known;
    const { replicas = 1, bounds = { days: 30, events: 2_000_000 } } = this.options;
    // Dead letters wait for an operator: only their number is limited, not their age.
    const days = stream === this.names.deadStream() ? 0 : bounds.days;
    const made = this.whenOpen().then(({ manager }) =>
      ensureStream(manager, stream, subjects, replicas, { ...bounds, days }),
    );
    this.streams.set(stream, made);
    made.catch(() => this.streams.delete(stream));
    return made;
  }

  /** The stream may be gone: it is ensured before the next attempt. */
  forgetStream(stream: string): void {
    this.streams.delete(stream);
  }

  /** Closes the connection after running answers, for at most a second. */
  async close(): Promise<void> {
    const wasOpen = this.isOpen;
    this.stopping.abort();
    this.open.next(false);
    this.open.complete();
    const { connection } = (await this.connecting?.catch(() => null)) ?? {};
    // Lets running answers end and acknowledgements be sent.
    if (wasOpen) await Promise.race([connection?.drain().catch(() => undefined), sleep(1_000)]);
    await connection?.close();
  }

  private async connect(): Promise<Connected> {
    const connection = await connect({
      ...serversOf(this.options.servers),
      name: this.options.name,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 100,
      // Otherwise the second refusal in a row, as during a change of the password, closes it.
      ignoreAuthErrorAbort: true,
      pingInterval: 5_000,
      // A stack trace per request, in case it fails, costs more than the request.
      noAsyncTraces: true,
    });
    if (this.stopping.signal.aborted) {
      // Closed while connecting: nothing else closes it.
      await connection.close();
      throw new Error('closed');
    }
    const manager = await connection.jetstreamManager({ checkAPI: false });
    this.open.next(true);
    void this.watch(connection);
    void connection.closed().then((error) => this.onClosed(error));
    return { connection, client: connection.jetstream(), manager };
  }

  private async watch(connection: NatsConnection): Promise<void> {
    for await (const { type } of connection.status()) {
      if (this.stopping.signal.aborted) return;
      if (type === Events.Disconnect) {
        this.open.next(false);
        this.logger.warn('NATS is away; events wait in their documents');
      } else if (type === Events.Reconnect) {
        this.streams.clear();
        this.open.next(true);
        this.logger.log('NATS is back');
        for (const listener of this.onReconnect) listener();
      }
    }
  }

  /** Not expected, because the client reconnects without end. Its subscriptions are lost. */
  private onClosed(error: Error | void): void {
    if (this.stopping.signal.aborted) return;
    this.open.next(false);
    const reason = error ? reasonOf(error) : 'unknown reason';
    this.closedReason = `the client closed its connection to NATS (${reason})`;
    this.logger.error(`${this.closedReason}; the service must be restarted`);
  }
}
