import { Inject, Module, type DynamicModule } from '@nestjs/common';
import type { Environment } from './parse-config';

/** The parsed, frozen configuration of the service. */
export const SERVICE_CONFIG = Symbol('SERVICE_CONFIG');
/** The environment that it was parsed from. */
export const SERVICE_ENV = Symbol('SERVICE_ENV');
/** The name of the service. */
export const SERVICE_NAME = Symbol('SERVICE_NAME');

/** Injects the validated configuration of the service. */
export const InjectConfig = (): ParameterDecorator & PropertyDecorator => Inject(SERVICE_CONFIG);
/** Injects the name of the service. */
export const InjectServiceName = (): ParameterDecorator & PropertyDecorator => Inject(SERVICE_NAME);

/** Provides name, configuration and environment of the service. */
@Module({})
export class ConfigModule {
  /** Imported once by the root module. `config` is validated already; `env` is frozen. */
  static forRoot(name: string, config: object, env: Environment): DynamicModule {
    const providers = [
      { provide: SERVICE_NAME, useValue: name },
      { provide: SERVICE_CONFIG, useValue: config },
      { provide: SERVICE_ENV, useValue: Object.freeze({ ...env }) },
    ];
    return {
      module: ConfigModule,
      global: true,
      providers,
      exports: providers.map((p) => p.provide),
    };
  }
}
