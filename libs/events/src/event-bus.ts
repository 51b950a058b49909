import { setTimeout as sleep } from 'node:timers/promises';
import type { EventEnvelope } from '@engawa/contracts';
import { currentTrace } from './envelope/trace';
import { type EventTransport, NobodyAnswers } from './transport/event-transport';

/** Asks other services and follows events. Events are published only through the outbox. */
export abstract class EventBus {
  /**
   * Asks the service that owns `name` (`members.findMembers`). Throws `QuestionUnanswered` when
   * nobody answers within `timeoutMillis` (default 2,000); retries until then while nobody listens,
   * as during a start.
   */
  abstract ask<Answer>(
    name: string,
    payload: unknown,
    options?: { timeoutMillis?: number },
  ): Promise<Answer>;

  /**
   * Delivers every event of the installation from now on to this process, at most once and without
   * a position; for live streams and caches. `onGap` is called when some may have been missed.
   * `about` (`identity.staff`) limits the needed entities; others may be delivered too. Returns a
   * function that stops.
   */
  abstract follow(
    onEvent: (event: EventEnvelope) => void,
    onGap: () => void,
    about?: readonly `${string}.${string}`[],
  ): Promise<() => void>;

  /** Whether events flow now; for readiness. */
  abstract isConnected(): boolean;
}

const ASK_AGAIN_MS = 50;
/** After an unanswered question, further ones wait only once within this time. */
const NOT_WAITED_FOR_MS = 5_000;

/** The bus over the configured transport. */
export class TransportEventBus extends EventBus {
  /** Unanswered questions, and until when further ones do not wait. */
  private readonly silent = new Map<string, number>();

  constructor(private readonly transport: EventTransport) {
    super();
  }

  async ask<Answer>(
    name: string,
    payload: unknown,
    options: { timeoutMillis?: number } = {},
  ): Promise<Answer> {
    const question = { ...currentTrace(), payload };
    const end = performance.now() + (options.timeoutMillis ?? 2_000);
    for (;;) {
      try {
        const answer = await this.transport.ask(
          name,
          question,
          Math.max(1, end - performance.now()),
        );
        this.silent.delete(name);
        return answer as Answer;
      } catch (error) {
        const now = performance.now();
        if (!(error instanceof NobodyAnswers) || now < (this.silent.get(name) ?? 0)) throw error;
        if (now + ASK_AGAIN_MS >= end) {
          this.silent.set(name, now + NOT_WAITED_FOR_MS);
          throw error;
        }
        await sleep(ASK_AGAIN_MS);
      }
    }
  }

  follow(
    onEvent: (event: EventEnvelope) => void,
    onGap: () => void,
    about?: readonly string[],
  ): Promise<() => void> {
    return this.transport.follow(onEvent, onGap, about);
  }

  isConnected(): boolean {
    return this.transport.isConnected();
  }
}
