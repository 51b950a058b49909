import type { DynamicModule, Type } from '@nestjs/common';
import type { z } from 'zod';
import type { BaseConfig } from './config/base-config';

/** Names of the services; also of their databases, consumers and Deployments. */
export type ServiceName =
  | 'gateway'
  | 'identity'
  | 'members'
  | 'timeline'
  | 'tasks'
  | 'notifications'
  | 'search'
  | 'integrations';

/** What a service shows of itself: enough to start it anywhere. */
export interface ServiceDefinition<Schema extends z.ZodObject = z.ZodObject> {
  readonly name: ServiceName | (string & {});
  /** One line for the OpenAPI document. */
  readonly title?: string;
  /** What it reads of the environment on top of the base configuration. */
  readonly config: Schema;
  readonly module: Type | ((config: Readonly<BaseConfig & z.infer<Schema>>) => DynamicModule);
  /** Answers without the shared `/api/v1` prefix and OpenAPI document; the gateway alone. */
  readonly bare?: boolean;
}

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
