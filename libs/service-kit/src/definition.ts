import type { DynamicModule, Type } from '@nestjs/common';
import type { z } from 'zod';
import type { BaseConfig } from './config/base-config';

/** Names of the services, and of their databases, consumers and Deployments. */
export type ServiceName =
  | 'gateway'
  | 'identity'
  | 'members'
  | 'timeline'
  | 'tasks'
  | 'notifications'
  | 'search'
  | 'integrations';

/** A service as others start it. */
export interface ServiceDefinition<Schema extends z.ZodObject = z.ZodObject> {
  readonly name: ServiceName | (string & {});
  /** Title in the OpenAPI document. */
  readonly title?: string;
  /** Environment in addition to the base configuration. */
  readonly config: Schema;
  readonly module: Type | ((config: Readonly<BaseConfig & z.infer<Schema>>) => DynamicModule);
  /** Without the `/api/v1` prefix and an OpenAPI document; used by the gateway only. */
  readonly bare?: boolean;
}

/** Declares a service: name, configuration schema and module. */
export function defineService<Schema extends z.ZodObject>(
  definition: ServiceDefinition<Schema>,
): ServiceDefinition<Schema> {
  return Object.freeze(definition);
}

/** The frozen configuration of a service. */
export type ServiceConfig<Definition> =
  Definition extends ServiceDefinition<infer Schema>
    ? Readonly<BaseConfig & z.infer<Schema>>
    : never;
