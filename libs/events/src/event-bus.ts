import type { EventEnvelope } from '@engawa/contracts';
import { currentTrace } from './envelope/trace';
import type { EventTransport } from './transport/event-transport';

/** Ask another service, or follow all events. Events are published by the outbox alone. */
export abstract class EventBus {
  /**
   * Asks the service that owns `name` (`members.findMembers`) once. `QuestionUnanswered` where
   * nobody answers within `timeoutMillis` (default 2,000).
   */
  abstract ask<Answer>(
    name: string,
    payload: unknown,
    options?: { timeoutMillis?: number },
  ): Promise<Answer>;

  /**
   * Every event of the installation from now on, to this very process, at most once and without a
   * position: for live streams. `onGap` is called when some may have been missed. Returns how to
   * stop.
   */
  abstract follow(onEvent: (event: EventEnvelope) => void, onGap: () => void): Promise<() => void>;

  /** Whether events flow at the moment; for readiness. */
  abstract isConnected(): boolean;
}

/** The bus over whichever transport is configured. */
export class TransportEventBus extends EventBus {
  constructor(private readonly transport: EventTransport) {
    super();
  }

  async ask<Answer>(
    name: string,
    payload: unknown,
    options: { timeoutMillis?: number } = {},
  ): Promise<Answer> {
    const question = { ...currentTrace(), payload };
    return (await this.transport.ask(name, question, options.timeoutMillis ?? 2_000)) as Answer;
  }

  follow(onEvent: (event: EventEnvelope) => void, onGap: () => void): Promise<() => void> {
    return this.transport.follow(onEvent, onGap);
  }

  isConnected(): boolean {
    return this.transport.isConnected();
  }
}
