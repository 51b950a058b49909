import { setTimeout as sleep } from 'node:timers/promises';
import { CustomTransportStrategy, Server, type MessageHandler } from '@nestjs/microservices';
import { envelope, type EventEnvelope } from '@engawa/contracts';
import { isObservable, lastValueFrom, type Observable } from 'rxjs';
import { Batcher } from '../batcher';
import { schemaDigestOf } from '../envelope/schema-digest';
import { withEventContext, withQuestionContext } from '../envelope/trace';
import type { EventTransport } from '../transport/event-transport';
import { declaredEvent, type ListenerExtras } from './on-event';

type Apply = (event: EventEnvelope) => Promise<void>;

const LIST_MAX = 256;
/** The messages of a publishing round arrive within this time, one for each partition. */
const GATHER_MS = 15;

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
  private readonly lists = new Map<object, Apply>();

  constructor(
    private readonly service: string,
    private readonly transport: EventTransport,
  ) {
    super();
  }

  /** Starts the delivery of events and questions; the callback gets the error of a failed start. */
  listen(callback: (error?: unknown, ...rest: unknown[]) => unknown): void {
    this.begin().then(
      () => callback(),
      (error: unknown) => callback(error),
    );
  }

  /** The module closes the transport after the relay has stopped. */
  close(): void {}

  /**
   * No-op: Nest requires it, and the transport reports its state by `isConnected` and `trouble`.
   */
  on(): void {}

  /**
   * Registers a handler. An event may have several, applied in order of registration; a question
   * has one.
   */
  override addHandler(
    pattern: string,
    handler: MessageHandler,
    isEventHandler = false,
    extras: ListenerExtras = {},
  ): void {
    if (!isEventHandler) return super.addHandler(pattern, handler, isEventHandler, extras);
    const apply: Apply = extras.lists
      ? this.listsOf(extras.lists, handler)
      : async (event) => void (await resultOf(handler(event, event)));
    this.listeners.set(pattern, [...(this.listeners.get(pattern) ?? []), apply]);
  }

  /** The transport, for callers that know its type. */
  unwrap<T>(): T {
    return this.transport as T;
  }

  private async begin(): Promise<void> {
    const { service, transport } = this;
    const questions = this.messageHandlers;
    if (questions.size > 0) {
      await transport.answer({
        service,
        names: [...questions.keys()],
        answer: (name, question) =>
          withQuestionContext(service, name, question, () =>
            resultOf(questions.get(name)!(question.payload, question)),
          ),
      });
    }
    await transport.listen({
      service,
      names: [...this.listeners.keys()],
      handle: async (event) => {
        const checked = checkedEvent(event);
        await withEventContext(service, checked, async () => {
          for (const apply of this.listeners.get(checked.name) ?? []) await apply(checked);
        });
      },
    });
  }

  private listsOf(method: object, handler: MessageHandler): Apply {
    const known = this.lists.get(method);
    if (known) return known;
    const batcher = new Batcher<EventEnvelope>({
      max: LIST_MAX,
      deferred: true,
      gather: () => sleep(GATHER_MS),
      oneByOne: true,
      run: (events) =>
        withEventContext(
          this.service,
          events[0]!,
          async () => void (await resultOf(handler(events, events))),
          events.length,
        ),
    });
    const apply: Apply = (event) => batcher.push(event);
    this.lists.set(method, apply);
    return apply;
  }
}

/** Checks an event, unless its publisher checked it against the same schemas. */
function checkedEvent(event: EventEnvelope): EventEnvelope {
  const definition = declaredEvent(event.name);
  if (definition && event.schemaDigest === schemaDigestOf(definition)) return event;
  const outer = envelope.safeParse(event);
  if (!outer.success) throw new UnfitEvent(outer.error.message);
  if (!definition) return outer.data;
  const data = definition.data.safeParse(outer.data.data);
  if (!data.success) throw new UnfitEvent(`${outer.data.name}: ${data.error.message}`);
  return { ...outer.data, data: data.data };
}

async function resultOf(result: Promise<unknown> | Observable<unknown>): Promise<unknown> {
  const value = await result;
  return isObservable(value) ? lastValueFrom(value, { defaultValue: undefined }) : value;
}
