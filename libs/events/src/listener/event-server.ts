import { CustomTransportStrategy, Server, type MessageHandler } from '@nestjs/microservices';
import { envelope, type EventEnvelope } from '@engawa/contracts';
import { isObservable, lastValueFrom, type Observable } from 'rxjs';
import { withEventContext, withQuestionContext } from '../envelope/trace';
import type { EventTransport, Question } from '../transport/event-transport';
import { declaredEvent, HandlerFailure } from './on-event';

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
  private readonly listeners = new Map<string, MessageHandler[]>();

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

  /** The module closes the transport after the relay is done with it. */
  close(): void {}

  on(): void {}

  override addHandler(
    pattern: string,
    handler: MessageHandler,
    isEventHandler = false,
    extras: Record<string, unknown> = {},
  ): void {
    if (!isEventHandler) return super.addHandler(pattern, handler, isEventHandler, extras);
    this.listeners.set(pattern, [...(this.listeners.get(pattern) ?? []), handler]);
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
        answer: (name, question) => this.answerQuestion(questions.get(name)!, question),
      });
    }
    await this.transport.listen({
      service: this.service,
      names: [...this.listeners.keys()],
      handle: async (event) => {
        const checked = checkedEvent(event);
        await withEventContext(this.service, checked, async () => {
          for (const handler of this.listeners.get(checked.name) ?? []) {
            unwrapped(await settled(handler(checked, checked)));
          }
        });
      },
    });
  }

  private async answerQuestion(handler: MessageHandler, question: Question): Promise<unknown> {
    return withQuestionContext(this.service, question, async () =>
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
