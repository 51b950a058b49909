import { applyDecorators, Catch, type RpcExceptionFilter, UseFilters } from '@nestjs/common';
import { EventPattern, MessagePattern } from '@nestjs/microservices';
import type { EventDefinition } from '@engawa/contracts';
import { type Observable, throwError } from 'rxjs';

const definitions = new Map<string, EventDefinition>();

/** The declaration of an event with a listener in this process. */
export function declaredEvent(name: string): EventDefinition | undefined {
  return definitions.get(name);
}

/** Lets the transport see the error; Nest's default filter replaces it. */
@Catch()
class RethrowFilter implements RpcExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

/** One or more events. */
type Declared = readonly [EventDefinition, ...EventDefinition[]];

export interface OnEventOptions {
  /**
   * The method takes a list: events that arrived at the same time, of different aggregates, in no
   * order, at most 256. A failed list is repeated event by event.
   */
  lists: true;
}

/**
 * A listener: a method of a Nest controller (listed under `controllers`) that applies the events.
 * It gets the envelope with validated data. It must be idempotent, because an event may be
 * delivered again. Throwing means 'not applied': it is retried with growing delays and finally
 * becomes a dead letter; do not throw for irrelevant events.
 * @OnEvent(events.postCreated, events.postUpdated) @OnEvent([events.postCreated,
 * events.postUpdated], { lists: true })
 */
export function OnEvent(...declared: Declared): MethodDecorator;
export function OnEvent(declared: Declared, options: OnEventOptions): MethodDecorator;
export function OnEvent(
  ...args: Declared | readonly [declared: Declared, options: OnEventOptions]
): MethodDecorator {
  const [declared, options] = withOptions(args) ? args : [args];
  for (const definition of declared) definitions.set(definition.name, definition);
  const names = declared.map((definition) => definition.name);
  const extras: ListenerExtras = options ? { lists: {} } : {};
  return applyDecorators(EventPattern(names, undefined, extras), UseFilters(RethrowFilter));
}

function withOptions(
  args: Declared | readonly [Declared, OnEventOptions],
): args is readonly [Declared, OnEventOptions] {
  return Array.isArray(args[0]);
}

/** Marks a listener of lists; the same object for all events of a method. */
export interface ListenerExtras extends Record<string, unknown> {
  lists?: object;
}

/**
 * Answers a question of another service, such as `members.findMembers`. Gets the payload and
 * returns a JSON value. Errors reach the asker as `QuestionUnanswered`.
 */
export function OnQuestion(name: `${string}.${string}`): MethodDecorator {
  return applyDecorators(MessagePattern(name), UseFilters(RethrowFilter));
}
