import { Logger } from '@nestjs/common';
import type { EventEnvelope } from '@engawa/contracts';
import type { EventMetrics } from '../../event-metrics';
import { AggregateQueue } from '../../listener/aggregate-queue';
import {
  type EventListener,
  type EventTransport,
  NobodyAnswers,
  type Question,
  type QuestionAnswerer,
  QuestionUnanswered,
} from '../event-transport';
import { inProcessBus, type InProcessBus } from './in-process.bus';

export interface InProcessOptions {
  namespace: string;
  service: string;
  concurrency?: number;
  pause?: (attempt: number) => number;
}

/**
 * All services in one process, without a server: `publish` resolves when every listener has applied
 * the event, so it leaves its document only then and a crash repeats it. No dead letters: a failing
 * event is retried without end, with growing delays, and blocks only its own document.
 */
export class InProcessTransport implements EventTransport {
  readonly kind = 'in-process';
  private readonly logger = new Logger('Events');
  private readonly bus: InProcessBus;
  private readonly answering: string[] = [];
  private readonly following: ((event: EventEnvelope) => void)[] = [];
  private queue: AggregateQueue | null = null;
  private closed = false;

  constructor(
    private readonly options: InProcessOptions,
    private readonly metrics: EventMetrics,
  ) {
    this.bus = inProcessBus(options.namespace);
  }

  async connect(): Promise<void> {}

  isConnected(): boolean {
    return !this.closed;
  }

  async publish(event: EventEnvelope): Promise<void> {
    await this.bus.whenReady();
    // Serialized, so that listeners cannot change each other's data.
    const text = JSON.stringify(event);
    for (const follower of this.bus.followers) follower(JSON.parse(text) as EventEnvelope);
    const concerned = [...this.bus.listeners.values()].filter(({ listener }) =>
      listener.names.includes(event.name),
    );
    const outcomes = await Promise.all(
      concerned.map(({ queue }) => queue.push(JSON.parse(text) as EventEnvelope)),
    );
    if (outcomes.some((outcome) => outcome.kind !== 'handled')) {
      throw new Error('a listener stopped before it applied the event');
    }
  }

  async listen(listener: EventListener): Promise<void> {
    const { service } = listener;
    this.queue = new AggregateQueue({
      concurrency: this.options.concurrency ?? 128,
      maxAttempts: Number.POSITIVE_INFINITY,
      pause: this.options.pause,
      handle: async (event) => {
        await listener.handle(event);
        this.metrics.handled(service, event.name, Date.now() - Date.parse(event.at));
      },
      onRetry: (event, error, attempt) => {
        this.metrics.retried(service, event.name);
        this.logger.warn(`${service}: ${event.name} ${event.id} failed (try ${attempt}): ${error}`);
      },
    });
    if (listener.names.length > 0) {
      this.bus.listeners.set(service, { listener, queue: this.queue });
    }
    this.bus.arrived(service);
  }

  async answer(answerer: QuestionAnswerer): Promise<void> {
    for (const name of answerer.names) {
      this.bus.answerers.set(name, answerer);
      this.answering.push(name);
    }
  }

  async ask(name: string, question: Question, timeoutMillis: number): Promise<unknown> {
    const answerer = this.bus.answerers.get(name);
    if (!answerer) throw new NobodyAnswers(name);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new QuestionUnanswered(name, 'timeout')), timeoutMillis);
    });
    try {
      const asked = JSON.parse(JSON.stringify(question)) as Question;
      const answer = await Promise.race([answerer.answer(name, asked), late]);
      return JSON.parse(JSON.stringify(answer ?? null)) as unknown;
    } catch (error) {
      if (error instanceof QuestionUnanswered) throw error;
      throw new QuestionUnanswered(name, String((error as Error)?.message ?? error));
    } finally {
      clearTimeout(timer);
    }
  }

  async follow(onEvent: (event: EventEnvelope) => void): Promise<() => void> {
    this.bus.followers.add(onEvent);
    this.following.push(onEvent);
    return () => this.bus.followers.delete(onEvent);
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    if (this.bus.listeners.get(this.options.service)?.queue === this.queue) {
      this.bus.listeners.delete(this.options.service);
    }
    for (const name of this.answering) this.bus.answerers.delete(name);
    for (const follower of this.following) this.bus.followers.delete(follower);
    await this.queue?.stop();
  }
}
