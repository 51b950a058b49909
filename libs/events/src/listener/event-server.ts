import { CustomTransportStrategy, Server, type MessageHandler } from '@nestjs/microservices';
import { envelope, type EventEnvelope } from '@engawa/contracts';
import { isObservable, lastValueFrom, type Observable } from 'rxjs';
import { withEventContext, withQuestionContext } from '../envelope/trace';
import type { EventTransport, Question } from '../transport/event-transport';
import { EventBatch } from './event-batch';
import { declaredEvent, HandlerFailure, type ListenerExtras } from './on-event';

type Apply = (event: EventEnvelope) => Promise<unknown>;

/** An event whose envelope or data do not match their declaration. */
export class UnfitEvent extends Error {
  override readonly name = 'UnfitEvent';
  /** No retry can succeed. */
  readonly permanent = true;
}

/**
 * The Nest side of the transport: registers `@OnEvent` and `@OnQuestion` methods with the
 * transport, and runs what arrives through Nest's handlers.
 */
export class EventServer extends Server implements CustomTransportStrategy {
  /** By event; Nest's own chain would run the n-th listener of an event n times. */
  private readonly listeners = new Map<string, Apply[]>();
  /** One per method that takes lists. */
  private readonly batches = new Map<object, EventBatch>();

  constructor(
    private readonly service: string,
    private readonly transport: EventTransport,
  ) {
    super();
  }

  listen(callback: (error?: unknown, ...rest: unknown[]) => unknown): void {
    this.begin().then(
      () => callback(),
      (error: unknown) => callback(error),
    );
  }

  /** The module closes the transport after the relay has stopped. */
  close(): void {}

  on(): void {}

  override addHandler(
    pattern: string,
    handler: MessageHandler,
    isEventHandler = false,
    extras: ListenerExtras = {},
  ): void {
    if (!isEventHandler) return super.addHandler(pattern, handler, isEventHandler, extras);
    const listeners = this.listeners.get(pattern) ?? [];
    this.listeners.set(pattern, listeners);
    if (extras.batch) listeners.push(this.batchOf(extras.batch, handler));
    else listeners.push(async (event) => unwrapped(await settled(handler(event, event))));
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
      handle: async (event) => {
        const checked = checkedEvent(event);
        await withEventContext(this.service, checked, async () => {
          for (const apply of this.listeners.get(checked.name) ?? []) await apply(checked);
        });
      },
    });
  }

  private batchOf(options: NonNullable<ListenerExtras['batch']>, handler: MessageHandler): Apply {
    let batch = this.batches.get(options);
    if (!batch) {
      batch = new EventBatch({
        max: options.max,
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
      this.batches.set(options, batch);
    }
    const shared = batch;
    return (event) => shared.push(event);
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
