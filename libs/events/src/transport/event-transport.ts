import type { EventEnvelope } from '@engawa/contracts';
import type { Trace } from '../envelope/trace';
import type { StreamMark } from '../outbox/event-journal';

/** A service's handler of events. */
export interface EventListener {
  /** The listening service; also the name of its durable consumers. */
  readonly service: string;
  /** Names of events, such as `timeline.post.created`. */
  readonly names: readonly string[];
  /** Applies an event; throws when it could not. */
  handle(event: EventEnvelope): Promise<void>;
}

/** A question as sent. */
export interface Question extends Trace {
  payload: unknown;
}

/** A service's handler of questions. */
export interface QuestionAnswerer {
  readonly service: string;
  /** Names such as `members.findMembers`. */
  readonly names: readonly string[];
  /** Returns the answer; what it throws reaches the asker as `QuestionUnanswered`. */
  answer(name: string, question: Question): Promise<unknown>;
}

/** An event that was given up. */
export interface DeadLetter {
  /** The listening service that gave up. */
  service: string;
  /** Null for an invalid message, whose text is in `raw`. */
  event: EventEnvelope | null;
  raw?: string;
  reason: string;
  attempts: number;
  at: string;
}

/** Delivers events to other services and keeps them until each has applied them. */
export interface EventTransport {
  readonly kind: 'nats' | 'kafka';
  /** Starts to connect; does not wait for the server. */
  connect(): Promise<void>;
  /** Whether events can be published now. */
  isConnected(): boolean;
  /**
   * Resolves when the event is durable; publishing an id twice is harmless. A transport may drop a
   * repetition, unless `again` is set for listeners that need it.
   */
  publish(event: EventEnvelope, options?: { again?: boolean }): Promise<void>;
  /**
   * Why a listener gets no events although the server is reachable, or no event passes until a
   * restart; else null.
   */
  trouble?(): string | null;
  /** The current state of this service's stream, if the server can lose it. */
  ownStream?(): Promise<StreamMark>;
  /** Starts to deliver events to the listener, in order per aggregate, until `close`. */
  listen(listener: EventListener): Promise<void>;
  /** Starts to answer questions; replicas share them. */
  answer(answerer: QuestionAnswerer): Promise<void>;
  /**
   * Asks a service once; throws `QuestionUnanswered` without a timely answer, and `NobodyAnswers`
   * immediately if that is known.
   */
  ask(name: string, question: Question, timeoutMillis: number): Promise<unknown>;
  /**
   * Delivers every event of the installation to this process from now on, without a position.
   * `onGap` says that some may have been missed. `about` names the needed entities
   * (`identity.staff`); others may be delivered too.
   */
  follow(
    onEvent: (event: EventEnvelope) => void,
    onGap: () => void,
    about?: readonly string[],
  ): Promise<() => void>;
  /**
   * Delivers the kept events of a name that were published since a time, in order per aggregate,
   * and resolves after the latest. Some may be delivered twice.
   */
  readSince(name: string, since: Date, onEvent: (event: EventEnvelope) => void): Promise<void>;
  /** Stops listening, waits for events in progress, and closes. */
  close(): Promise<void>;
}

/** Nobody answered a question, or the answer failed. */
export class QuestionUnanswered extends Error {
  override readonly name = 'QuestionUnanswered';
  constructor(
    readonly question: string,
    reason: string,
  ) {
    super(`${question}: ${reason}`);
  }
}

/** No service answers such questions now. */
export class NobodyAnswers extends QuestionUnanswered {
  constructor(question: string) {
    super(question, 'nobody answers this');
  }
}
