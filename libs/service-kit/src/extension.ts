import { type Provider, type Type } from '@nestjs/common';
import { DiscoveryService, ModulesContainer } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** Hooks into the service's life cycle. */
export interface ServiceExtension {
  /** Before the first request. */
  beforeListen?(app: NestFastifyApplication): Promise<void> | void;
  /** When the service starts to stop, while requests still run: ends endless streams. */
  beforeStop?(app: NestFastifyApplication): Promise<void> | void;
  /** After the last request was answered, before the modules are destroyed. */
  beforeClose?(app: NestFastifyApplication): Promise<void> | void;
}

/** Token of extensions; see `provideExtension`. */
export const SERVICE_EXTENSIONS = Symbol('SERVICE_EXTENSIONS');
/** Token of readiness checks; see `provideHealthCheck`. */
export const HEALTH_CHECKS = Symbol('HEALTH_CHECKS');

/** One readiness check. */
export interface HealthCheck {
  readonly name: string;
  /** Shown with the others, but does not affect readiness. */
  readonly advisory?: boolean;
  /** Throws when not ready; a returned text is shown instead of `ok`. */
  check(): Promise<string | void>;
}

/**
 * Nest has one value per token and module, so each contribution has its own token, marked to be
 * found again.
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

/** Registers `type`, a provider of the same module, as a `ServiceExtension`. */
export function provideExtension(type: Type<ServiceExtension>): Provider {
  return contribute(SERVICE_EXTENSIONS, type);
}

/** Registers `type`, a provider of the same module, as a `HealthCheck`. */
export function provideHealthCheck(type: Type<HealthCheck>): Provider {
  return contribute(HEALTH_CHECKS, type);
}

/** All contributions of a kind, in the order of modules. */
export function contributionsOf<T>(app: NestFastifyApplication, kind: symbol): T[] {
  const found: T[] = [];
  for (const { token, instance } of discoveryOf(app).getProviders() as Provided[]) {
    if (instance instanceof Contribution) {
      if (instance.kind === kind) found.push(instance.value as T);
    } else if (token === kind && instance) {
      // A module may also provide the token itself, with one or several values.
      found.push(...([instance].flat() as T[]));
    }
  }
  return found;
}

interface Provided {
  readonly token: unknown;
  readonly instance: unknown;
}

/** Nest's list of all providers and controllers. */
export function discoveryOf(app: NestFastifyApplication): DiscoveryService {
  return new DiscoveryService(app.get(ModulesContainer, { strict: false }));
}
