import { setTimeout as sleep } from 'node:timers/promises';
import type { EventEnvelope } from '@engawa/contracts';
import { currentTrace } from './envelope/trace';
import { type EventTransport, NobodyAnswers } from './transport/event-transport';

/** Ask another service, or follow all events. Events are published by the outbox alone. */
export abstract class EventBus {
  /**
   * Asks the service that owns `name` (`members.findMembers`). `QuestionUnanswered` where nobody
   * answers within `timeoutMillis` (default 2,000); while nobody is there, as when services start,
   * it is asked again until then.
   */
  abstract ask<Answer>(
    name: string,
    payload: unknown,
    options?: { timeoutMillis?: number },
  ): Promise<Answer>;

  /**
   * Every event of the installation from now on, to this very process, at most once and without a
   * position: for live streams. `onGap` is called when some may have been missed. With `about`
   * (`identity.staff`) only what these entities' events say is needed; others may come as well.
   * Returns how to stop.
   */
  abstract follow(
    onEvent: (event: EventEnvelope) => void,
    onGap: () => void,
    about?: readonly `${string}.${string}`[],
  ): Promise<() => void>;

  /** Whether events flow at the moment; for readiness. */
  abstract isConnected(): boolean;
}

const ASK_AGAIN_MS = 50;
/** Who was waited for in vain is asked just once for so long, so that not everyone waits. */
const NOT_WAITED_FOR_MS = 5_000;

/** The bus over whichever transport is configured. */
export class TransportEventBus extends EventBus {
  /** Questions that nobody answered, and until when none waits for an answerer. */
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
