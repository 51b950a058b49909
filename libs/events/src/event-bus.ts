import { setTimeout as sleep } from 'node:timers/promises';
import type { EventEnvelope } from '@engawa/contracts';
import { currentTrace } from './envelope/trace';
import { type EventTransport, NobodyAnswers } from './transport/event-transport';

const ASK_AGAIN_MS = 50;
/** After an unanswered question, further ones wait only once within this time. */
const NOT_WAITED_FOR_MS = 5_000;

/** Asks other services and follows events. Events are published only through the outbox. */
export class EventBus {
  /** Unanswered questions, and until when further ones do not wait. */
  private readonly silent = new Map<string, number>();
  /** Whether a question waits for a service that does not listen; tests of one service do not. */
  waitsForListeners = true;

  constructor(private readonly transport: EventTransport) {}

  /**
   * Asks the service that owns `name` (`members.findMembers`). Throws `QuestionUnanswered` when
   * nobody answers within `timeoutMillis` (default 2,000); retries until then while nobody listens,
   * as during a start.
   */
  async ask<Answer>(
    name: string,
    payload: unknown,
    options: { timeoutMillis?: number } = {},
  ): Promise<Answer> {
    const question = { ...currentTrace(), payload };
    const end = performance.now() + (options.timeoutMillis ?? 2_000);
    for (;;) {
      try {
        const left = Math.max(1, end - performance.now());
        const answer = await this.transport.ask(name, question, left);
        this.silent.delete(name);
        return answer as Answer;
      } catch (error) {
        const now = performance.now();
        if (!(error instanceof NobodyAnswers) || !this.waitsForListeners) throw error;
        if (now < (this.silent.get(name) ?? 0)) throw error;
        if (now + ASK_AGAIN_MS >= end) {
          this.silent.set(name, now + NOT_WAITED_FOR_MS);
          throw error;
        }
        await sleep(ASK_AGAIN_MS);
      }
    }
  }

  /**
   * Delivers every event of the installation from now on to this process, at most once and without
   * a position; for live streams and caches. `onGap` is called when some may have been missed.
   * `about` (`identity.staff`) limits the needed entities; others may be delivered too. Returns a
   * function that stops.
   */
  follow(
    onEvent: (event: EventEnvelope) => void,
    onGap: () => void,
    about?: readonly `${string}.${string}`[],
  ): Promise<() => void> {
    return this.transport.follow(onEvent, onGap, about);
  }
}
