import type { EventEnvelope } from '@engawa/contracts';
import type { Trace } from '../envelope/trace';
import type { StreamMark } from '../outbox/event-journal';

/** What a service does with the events that it listens to. */
export interface EventListener {
  /** The listening service; also the name of its durable consumers. */
  readonly service: string;
  /** Names of events, such as `timeline.post.created`. */
  readonly names: readonly string[];
  /** Applies an event; throws where it could not. */
  handle(event: EventEnvelope): Promise<void>;
}

/** A question as it travels. */
export interface Question extends Trace {
  payload: unknown;
}

export interface QuestionAnswerer {
  readonly service: string;
  /** Names such as `members.findMembers`. */
  readonly names: readonly string[];
  answer(name: string, question: Question): Promise<unknown>;
}

/** An event that was given up on. */
export interface DeadLetter {
  /** Which listening service gave up. */
  service: string;
  /** Null for a message that holds no event; `raw` is its text then. */
  event: EventEnvelope | null;
  raw?: string;
  reason: string;
  attempts: number;
  at: string;
}

/** Takes events to other services and keeps them until each of these has applied them. */
export interface EventTransport {
  readonly kind: 'nats' | 'kafka' | 'in-process';
  /** Begins to connect; does not wait for the other end, which may come later. */
  connect(): Promise<void>;
  /** Whether events can be published at the moment. */
  isConnected(): boolean;
  /**
   * Resolves when the event is durable; publishing the same id twice is harmless. A transport may
   * drop a repetition, unless listeners are to get it `again`.
   */
  publish(event: EventEnvelope, options?: { again?: boolean }): Promise<void>;
  /** Why a listener does not get its events although the server can be reached; else null. */
  trouble?(): string | null;
  /** This service's own stream as it is now, where the server can lose it. */
  ownStream?(): Promise<StreamMark>;
  /** Begins to hand events to the listener, in order for each aggregate, until `close`. */
  listen(listener: EventListener): Promise<void>;
  /** Begins to answer questions; several replicas share the work. */
  answer(answerer: QuestionAnswerer): Promise<void>;
  /**
   * Asks a service once; throws `QuestionUnanswered` when nobody answers in time, and
   * `NobodyAnswers` at once where that is known.
   */
  ask(name: string, question: Question, timeoutMillis: number): Promise<unknown>;
  /**
   * Hands every event of the installation to this very process, from now on, without keeping a
   * position: for live streams. `onGap` tells that some may have been missed. `about` names the
   * entities (`identity.staff`) whose events are needed; a transport may hand out others as well.
   */
  follow(
    onEvent: (event: EventEnvelope) => void,
    onGap: () => void,
    about?: readonly string[],
  ): Promise<() => void>;
  /** Stops listening, waits for what is being handled, closes. */
  close(): Promise<void>;
}

/** Nobody answered a question, or the answerer failed. */
export class QuestionUnanswered extends Error {
  override readonly name = 'QuestionUnanswered';
  constructor(
    readonly question: string,
    reason: string,
  ) {
    super(`${question}: ${reason}`);
  }
}

/** There is nobody at all who answers such a question at the moment. */
export class NobodyAnswers extends QuestionUnanswered {
  constructor(question: string) {
    super(question, 'nobody answers this');
  }
}
