import { Module, type DynamicModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { SERVICE_ENV, parseConfig, provideExtension, type Environment } from '@engawa/service-kit';
import { AccessGuard } from './access.guard';
import { authConfig } from './auth.config';
import { TokenVerifier } from './token-verifier';
import { UndecidedRoutesCheck } from './undecided-routes-check';

/** Checks tokens and permissions on every route of a service. Reads `ENGAWA_TOKEN_PUBLIC_KEYS`. */
@Module({})
export class AuthModule {
  /** Imported once by the root module of a service. */
  static forRoot(): DynamicModule {
    return {
      module: AuthModule,
      global: true,
      providers: [
        {
          provide: TokenVerifier,
          useFactory: (env: Environment) =>
            new TokenVerifier(parseConfig(authConfig, env).ENGAWA_TOKEN_PUBLIC_KEYS),
          inject: [SERVICE_ENV],
        },
        AccessGuard,
        { provide: APP_GUARD, useExisting: AccessGuard },
        UndecidedRoutesCheck,
        provideExtension(UndecidedRoutesCheck),
      ],
      exports: [TokenVerifier],
    };
  }
}
