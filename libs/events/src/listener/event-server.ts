import { CustomTransportStrategy, Server, type MessageHandler } from '@nestjs/microservices';
import { envelope, type EventEnvelope } from '@engawa/contracts';
import { isObservable, lastValueFrom, type Observable } from 'rxjs';
import { withEventContext, withQuestionContext } from '../envelope/trace';
import type { EventTransport, Question } from '../transport/event-transport';
import { EventBatch } from './event-batch';
import { type BatchExtras, declaredEvent, HandlerFailure } from './on-event';

/** Listeners of batches: a request that follows at once shall not meet them at work. */
const BATCH_GATHER_MS = 100;
/** From 25 events a second on more of them gather, and are at most so late. */
const BATCH_PAUSE_EACH_MS = 40;
const BATCH_PAUSE_MOST_MS = 400;
const BATCH_PAUSE_FULL_MS = 100;
/** After a flood began, those who are waited for have the machine for so long. */
const BATCH_PAUSE_FLOOD_MS = 2_000;

type Apply = (event: EventEnvelope) => Promise<unknown>;

interface Listeners {
  now: Apply[];
  late: Apply[];
}

/** An event whose envelope or data do not fit their declaration. */
export class UnfitEvent extends Error {
  override readonly name = 'UnfitEvent';
}

/**
 * Nest's side of the transport: what `@OnEvent` and `@OnQuestion` methods of a service listen to
 * is handed to the transport, and what comes in runs through Nest's own handlers.
 */
export class EventServer extends Server implements CustomTransportStrategy {
  /** By event; Nest's own chain would run the n-th listener of an event n times. */
  private readonly listeners = new Map<string, Listeners>();
  /** One for all events of a method that takes them in batches. */
  private readonly batches = new Map<object, EventBatch>();

  constructor(
    private readonly service: string,
    private readonly transport: EventTransport,
    /** Events that are handled at the same time; a batch must fill with fewer. */
    private readonly concurrency: number,
  ) {
    super();
  }

  listen(callback: (error?: unknown, ...rest: unknown[]) => unknown): void {
    this.begin().then(
      () => callback(),
      (error: unknown) => callback(error),
    );
  }

  /** The module closes the transport after the relay is done with it. */
  close(): void {}

  on(): void {}

  override addHandler(
    pattern: string,
    handler: MessageHandler,
    isEventHandler = false,
    extras: BatchExtras = {},
  ): void {
    if (!isEventHandler) return super.addHandler(pattern, handler, isEventHandler, extras);
    const listeners = this.listeners.get(pattern) ?? { now: [], late: [] };
    this.listeners.set(pattern, listeners);
    if (extras.batch) listeners.late.push(this.batchOf(extras.batch, handler));
    else listeners.now.push(async (event) => unwrapped(await settled(handler(event, event))));
  }

  unwrap<T>(): T {
    return this.transport as T;
  }

  private async begin(): Promise<void> {
    const questions = this.messageHandlers;
    if (questions.size > 0) {
      await this.transport.answer({
        service: this.service,
        names: [...questions.keys()],
        answer: (name, question) => this.answerQuestion(name, questions.get(name)!, question),
      });
    }
    await this.transport.listen({
      service: this.service,
      names: [...this.listeners.keys()],
      late: [...this.listeners].filter(([, { now }]) => now.length === 0).map(([name]) => name),
      handle: async (event) => {
        const checked = checkedEvent(event);
        await withEventContext(this.service, checked, async () => {
          const { now = [], late = [] } = this.listeners.get(checked.name) ?? {};
          for (const apply of now) await apply(checked);
          // Those who may be late keep nobody waiting, not even each other.
          await allOf(late.map((apply) => apply(checked)));
        });
      },
    });
  }

  private batchOf(key: object, handler: MessageHandler): Apply {
    let batch = this.batches.get(key);
    if (!batch) {
      batch = new EventBatch({
        gather: BATCH_GATHER_MS,
        pauseEach: BATCH_PAUSE_EACH_MS,
        pauseMost: BATCH_PAUSE_MOST_MS,
        pauseFull: BATCH_PAUSE_FULL_MS,
        pauseFlood: BATCH_PAUSE_FLOOD_MS,
        limit: Math.max(1, Math.floor(this.concurrency * 0.75)),
        apply: (events) =>
          withEventContext(
            this.service,
            events[0]!,
            async () => {
              unwrapped(await settled(handler(events, events)));
            },
            events.length,
          ),
      });
      this.batches.set(key, batch);
    }
    const gathering = batch;
    return (event) => gathering.push(event);
  }

  private async answerQuestion(
    name: string,
    handler: MessageHandler,
    question: Question,
  ): Promise<unknown> {
    return withQuestionContext(this.service, name, question, async () =>
      unwrapped(await settled(handler(question.payload, question))),
    );
  }
}

function checkedEvent(event: EventEnvelope): EventEnvelope {
  const outer = envelope.safeParse(event);
  if (!outer.success) throw new UnfitEvent(outer.error.message);
  const definition = declaredEvent(outer.data.name);
  if (!definition) return outer.data;
  const data = definition.data.safeParse(outer.data.data);
  if (!data.success) throw new UnfitEvent(`${outer.data.name}: ${data.error.message}`);
  return { ...outer.data, data: data.data };
}

async function settled(result: Promise<unknown> | Observable<unknown>): Promise<unknown> {
  const value = await result;
  return isObservable(value) ? lastValueFrom(value, { defaultValue: undefined }) : value;
}

function unwrapped(value: unknown): unknown {
  if (value instanceof HandlerFailure) throw value.error;
  return value;
}

/** Waits for all, also when one fails; throws the first failure then. */
async function allOf(works: readonly Promise<unknown>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(works)) {
    if (outcome.status === 'rejected') throw outcome.reason;
  }
}
