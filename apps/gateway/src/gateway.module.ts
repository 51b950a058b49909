import { Module } from '@nestjs/common';
import { AuthModule } from '@engawa/auth';
import { EventsModule } from '@engawa/events';
import { kafka } from '@engawa/events-kafka';
import { provideExtension } from '@engawa/service-kit';
import { DocsExtension } from './docs/docs.extension';
import { upstreamHealthChecks } from './health/upstream-health';
import { RateStore } from './limit/rate-store';
import { WrongTokens } from './limit/wrong-tokens';
import { LiveExtension } from './live/live.extension';
import { LiveHub } from './live/live-hub';
import { LiveContentsReader } from './live/live-contents';
import { McpExtension } from './mcp/mcp.extension';
import { ProxyExtension } from './proxy/proxy.extension';
import { ApiTokenExchange } from './token/api-token-exchange';
import { ApiTokenUses } from './token/api-token-uses';
import { RevokedSessions } from './token/revoked-sessions';
import { TokenCheck } from './token/token-check';
import { WebExtension } from './web/web.extension';

@Module({
  imports: [EventsModule.forRoot({ kafka }), AuthModule.forRoot()],
  providers: [
    RevokedSessions,
    RateStore,
    provideExtension(RateStore),
    WrongTokens,
    ApiTokenUses,
    provideExtension(ApiTokenUses),
    ApiTokenExchange,
    TokenCheck,
    upstreamHealthChecks,
    LiveContentsReader,
    LiveHub,
    LiveExtension,
    provideExtension(LiveExtension),
    ProxyExtension,
    provideExtension(ProxyExtension),
    McpExtension,
    provideExtension(McpExtension),
    DocsExtension,
    provideExtension(DocsExtension),
    WebExtension,
    provideExtension(WebExtension),
  ],
})
export class GatewayModule {}
