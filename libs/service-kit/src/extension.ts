import { type Provider, type Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** What a module does around the service's life. */
export interface ServiceExtension {
  /** Before the first request is taken. */
  beforeListen?(app: NestFastifyApplication): Promise<void> | void;
  /** When the service begins to stop, before running requests end: for streams without an end. */
  beforeStop?(app: NestFastifyApplication): Promise<void> | void;
  /** After the last request was answered, before the modules are destroyed. */
  beforeClose?(app: NestFastifyApplication): Promise<void> | void;
}

/** Token of the contributions; see provideExtension. */
export const SERVICE_EXTENSIONS = Symbol('SERVICE_EXTENSIONS');
/** Token of the readiness checks; see provideHealthCheck. */
export const HEALTH_CHECKS = Symbol('HEALTH_CHECKS');

/** One part of the service's readiness; throws while it is not ready. */
export interface HealthCheck {
  readonly name: string;
  /** Shown with the others, but the service is ready without it. */
  readonly advisory?: boolean;
  /** Throws where the service is not ready; a text is shown in place of `ok`. */
  check(): Promise<string | void>;
}

/**
 * Nest has one value for each token and module: each contribution is a provider under a token of
 * its own, and is found again by the mark on that token.
 */
class Contribution {
  constructor(
    readonly kind: symbol,
    readonly value: unknown,
  ) {}
}

function contribute<T>(kind: symbol, type: Type<T>): Provider {
  return {
    provide: Symbol(`${kind.description}:${type.name}`),
    useFactory: (value: T) => new Contribution(kind, value),
    inject: [type],
  };
}

/** Contributes `type`, a provider of the same module, as a ServiceExtension. */
export function provideExtension(type: Type<ServiceExtension>): Provider {
  return contribute(SERVICE_EXTENSIONS, type);
}

/** Contributes `type`, a provider of the same module, as a HealthCheck. */
export function provideHealthCheck(type: Type<HealthCheck>): Provider {
  return contribute(HEALTH_CHECKS, type);
}

/** All contributions of a kind in the order of the modules. */
export function contributionsOf<T>(app: NestFastifyApplication, kind: symbol): T[] {
  const container = (
    app as unknown as {
      container: {
        getModules(): Map<string, { providers: Map<unknown, { instance?: unknown }> }>;
      };
    }
  ).container;
  const found: T[] = [];
  for (const module of container.getModules().values()) {
    for (const [token, wrapper] of module.providers) {
      if (wrapper.instance instanceof Contribution) {
        if (wrapper.instance.kind === kind) found.push(wrapper.instance.value as T);
      } else if (token === kind && wrapper.instance) {
        // A module may also provide the token itself, with one or several values.
        found.push(...([wrapper.instance].flat() as T[]));
      }
    }
  }
  return found;
}
