import { EventPattern, MessagePattern } from '@nestjs/microservices';
import type { EventDefinition } from '@engawa/contracts';

const definitions = new Map<string, EventDefinition>();

/** The declaration of an event with a listener in this process. */
export function declaredEvent(name: string): EventDefinition | undefined {
  return definitions.get(name);
}

/** Result of a failed handler, so that its error reaches the transport. */
export class HandlerFailure {
  constructor(readonly error: unknown) {}
}

/** One or more events. */
type Declared = readonly [EventDefinition, ...EventDefinition[]];

export interface OnEventOptions {
  /**
   * The method takes a list: events that arrived at the same time, of different aggregates, in no
   * order, at most `max`. A failed list is repeated event by event.
   */
  batch: { max: number };
}

/**
 * A listener: a method of a Nest controller (listed under `controllers`) that applies the events.
 * It gets the envelope with validated data. It must be idempotent, because an event may be
 * delivered again. Throwing means 'not applied': it is retried with growing delays and finally
 * becomes a dead letter; do not throw for irrelevant events.
 * @OnEvent(events.postCreated, events.postUpdated) @OnEvent([events.postCreated,
 * events.postUpdated], { batch: { max: 100 } })
 */
export function OnEvent(...declared: Declared): MethodDecorator;
export function OnEvent(declared: Declared, options: OnEventOptions): MethodDecorator;
export function OnEvent(
  ...args: Declared | readonly [declared: Declared, options: OnEventOptions]
): MethodDecorator {
  const [declared, options] = withOptions(args) ? args : [args];
  for (const definition of declared) definitions.set(definition.name, definition);
  return (target, key, descriptor) => {
    keepFailures(descriptor);
    const names = declared.map((definition) => definition.name);
    const extras: ListenerExtras = options ? { batch: { ...options.batch } } : {};
    return EventPattern(names, undefined, extras)(target, key, descriptor) as typeof descriptor;
  };
}

function withOptions(
  args: Declared | readonly [Declared, OnEventOptions],
): args is readonly [Declared, OnEventOptions] {
  return Array.isArray(args[0]);
}

/** Marks a listener of lists; the same object for all events of a method. */
export interface ListenerExtras extends Record<string, unknown> {
  batch?: OnEventOptions['batch'];
}

/**
 * Answers a question of another service, such as `members.findMembers`. Gets the payload and
 * returns a JSON value. Errors reach the asker as `QuestionUnanswered`.
 */
export function OnQuestion(name: `${string}.${string}`): MethodDecorator {
  return (target, key, descriptor) => {
    keepFailures(descriptor);
    return MessagePattern(name)(target, key, descriptor) as typeof descriptor;
  };
}

/** Nest's exception filter would replace an error by 'Internal server error'. */
function keepFailures(descriptor: PropertyDescriptor): void {
  const method = descriptor.value as (...args: unknown[]) => unknown;
  const wrapped = async function (this: unknown, ...args: unknown[]): Promise<unknown> {
    try {
      return await method.apply(this, args);
    } catch (error) {
      return new HandlerFailure(error);
    }
  };
  Object.defineProperty(wrapped, 'name', { value: method.name });
  descriptor.value = wrapped;
}
