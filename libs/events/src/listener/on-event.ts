import { EventPattern, MessagePattern } from '@nestjs/microservices';
import type { EventDefinition } from '@engawa/contracts';

const definitions = new Map<string, EventDefinition>();

/** The declaration of an event that some listener of this process named. */
export function declaredEvent(name: string): EventDefinition | undefined {
  return definitions.get(name);
}

/** What a failed handler gives back, so that its own error reaches the transport. */
export class HandlerFailure {
  constructor(readonly error: unknown) {}
}

/**
 * A listener: a method of a Nest controller (put the class under `controllers`) that applies the
 * events. It gets the envelope with checked data. It must be idempotent: an event may come twice.
 * Throwing means 'not applied': it is tried again with growing pauses and given up on in the end
 * (dead letter); throw nothing for what is merely of no interest.
 */
export function OnEvent(...declared: [EventDefinition, ...EventDefinition[]]): MethodDecorator {
  for (const definition of declared) definitions.set(definition.name, definition);
  return (target, key, descriptor) => {
    keepFailures(descriptor);
    const names = declared.map((definition) => definition.name);
    return EventPattern(names)(target, key, descriptor) as typeof descriptor;
  };
}

/**
 * A listener that may be late and takes events together: the method gets a list, of different
 * aggregates, in no order. An event alone comes a tenth of a second late, under
 * load up to 400 ms.
 * As idempotent as any listener: a list that fails comes again, event by event.
 */
export function OnEventBatch(
  ...declared: [EventDefinition, ...EventDefinition[]]
): MethodDecorator {
  for (const definition of declared) definitions.set(definition.name, definition);
  return (target, key, descriptor) => {
    keepFailures(descriptor);
    const names = declared.map((definition) => definition.name);
    const extras: BatchExtras = { batch: {} };
    return EventPattern(names, undefined, extras)(target, key, descriptor) as typeof descriptor;
  };
}

/** Marks a handler of batches; the same object for all names of one method. */
export interface BatchExtras extends Record<string, unknown> {
  batch?: object;
}

/**
 * Answers a question of another service, such as `members.findMembers`. It gets the payload and
 * returns a JSON value. Errors reach the asker as `QuestionUnanswered`.
 */
export function OnQuestion(name: `${string}.${string}`): MethodDecorator {
  return (target, key, descriptor) => {
    keepFailures(descriptor);
    return MessagePattern(name)(target, key, descriptor) as typeof descriptor;
  };
}

/** Nest's exception filter would turn an error into a bare 'Internal server error'. */
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
