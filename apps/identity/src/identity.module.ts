import { Module } from '@nestjs/common';
import { AuthModule } from '@engawa/auth';
import { EventsModule } from '@engawa/events';
import { kafka } from '@engawa/events-kafka';
import { MailModule, mailSchema } from '@engawa/mail';
import { PersistenceModule } from '@engawa/persistence';
import { provideExtension } from '@engawa/service-kit';
import { StorageModule } from '@engawa/storage';
import { ApiTokenController } from './api-token/api-token.controller';
import { ApiTokenListener } from './api-token/api-token.listener';
import { ApiTokenRepository } from './api-token/api-token.repository';
import { apiTokenSchema } from './api-token/api-token.schema';
import { ApiTokenExchange } from './api-token/api-token-exchange.service';
import { ApiTokenProfile } from './api-token/api-token-profile.service';
import { ApiTokenUses } from './api-token/api-token-use.service';
import { ApiTokenService } from './api-token/api-token.service';
import { AssistantController } from './assistant/assistant.controller';
import { AssistantRepository } from './assistant/assistant.repository';
import { assistantSchema } from './assistant/assistant.schema';
import { AssistantService } from './assistant/assistant.service';
import { AssistantTokenService } from './assistant/assistant-token.service';
import { OAuthExtension } from './assistant/oauth.extension';
import { AttemptRepository } from './attempt/attempt.repository';
import { attemptSchema } from './attempt/attempt.schema';
import { AttemptClock, AttemptService } from './attempt/attempt.service';
import { AuditController } from './audit/audit.controller';
import { AuditListener } from './audit/audit.listener';
import { AuditRepository } from './audit/audit.repository';
import { auditSchema } from './audit/audit.schema';
import { AuditService } from './audit/audit.service';
import { LockAuditService } from './audit/lock-audit.service';
import { BootstrapRepository } from './bootstrap/bootstrap.repository';
import { bootstrapSchema } from './bootstrap/bootstrap.schema';
import { BootstrapService } from './bootstrap/bootstrap.service';
import { EmailRepository } from './email/email.repository';
import { emailSchema } from './email/email.schema';
import { GodController } from './god/god.controller';
import { GodFactsService } from './staff/god-facts.service';
import { GodService } from './god/god.service';
import { SweeperService } from './installation/sweeper.service';
import { OidcIssuerService } from './oidc/oidc-issuer.service';
import { OidcSettingsController } from './oidc/oidc-settings.controller';
import { OidcSettingsService } from './oidc/oidc-settings.service';
import { OidcSignInController } from './oidc/oidc-sign-in.controller';
import { OidcSignInService } from './oidc/oidc-sign-in.service';
import { PasswordLinkIssuer } from './password-link/password-link-issuer.service';
import { PasswordLinkController } from './password-link/password-link.controller';
import { PasswordLinkService } from './password-link/password-link.service';
import { HashQueueService } from './password/hash-queue.service';
import { PasswordHashService } from './password/password-hash.service';
import { PasswordUpgradeService } from './password/password-upgrade.service';
import { PasswordController } from './password/password.controller';
import { PasswordService } from './password/password.service';
import { PhotoController } from './photo/photo.controller';
import { PhotoService } from './photo/photo.service';
import { SecretService } from './secret/secret.service';
import { storedSecrets } from './secret/stored-secrets';
import { AccessTokenService } from './session/access-token.service';
import { AuthCookieService } from './session/auth-cookie.service';
import { SessionOpeningService } from './session/session-opening.service';
import { SessionController } from './session/session.controller';
import { SessionRepository } from './session/session.repository';
import { sessionSchema } from './session/session.schema';
import { SessionService } from './session/session.service';
import { SignInController } from './sign-in/sign-in.controller';
import { SignInService } from './sign-in/sign-in.service';
import { SpaceCreationService } from './space/space-creation.service';
import { SpaceController } from './space/space.controller';
import { SpaceListener } from './space/space.listener';
import { SpacesRepository } from './space/space.repository';
import { spaceSchema } from './space/space.schema';
import { SpaceService } from './space/space.service';
import { PrimaryAdminController } from './staff/primary-admin.controller';
import { PrimaryAdminService } from './staff/primary-admin.service';
import { StaffAccountService } from './staff/staff-account.service';
import { StaffAdminController } from './staff/staff-admin.controller';
import { StaffAdminService } from './staff/staff-admin.service';
import { AccountFollowUpService } from './staff/account-follow-up.service';
import { StaffController } from './staff/staff.controller';
import { StaffListener } from './staff/staff.listener';
import { StaffRepository } from './staff/staff.repository';
import { staffSchema } from './staff/staff.schema';
import { StaffService } from './staff/staff.service';
import { TermsController } from './terms/terms.controller';
import { TermsService } from './terms/terms.service';
import { OneTimeCodeService } from './two-factor/one-time-code.service';
import { TwoFactorController } from './two-factor/two-factor.controller';
import { TwoFactorService } from './two-factor/two-factor.service';

@Module({
  imports: [
    PersistenceModule.forRoot({
      schemas: [
        spaceSchema,
        staffSchema,
        emailSchema,
        sessionSchema,
        attemptSchema,
        bootstrapSchema,
        apiTokenSchema,
        assistantSchema,
        auditSchema,
        mailSchema,
      ],
      secrets: storedSecrets,
    }),
    EventsModule.forRoot({ kafka }),
    AuthModule.forRoot(),
    StorageModule.forRoot(),
    MailModule.forRoot(),
  ],
  controllers: [
    SignInController,
    OidcSignInController,
    OidcSettingsController,
    PasswordLinkController,
    SessionController,
    TermsController,
    PasswordController,
    TwoFactorController,
    PhotoController,
    StaffController,
    StaffAdminController,
    SpaceController,
    PrimaryAdminController,
    ApiTokenController,
    AssistantController,
    AuditController,
    GodController,
    StaffListener,
    SpaceListener,
    ApiTokenListener,
    AuditListener,
  ],
  providers: [
    AccessTokenService,
    ApiTokenRepository,
    ApiTokenService,
    ApiTokenExchange,
    ApiTokenProfile,
    ApiTokenUses,
    AssistantRepository,
    AssistantService,
    AssistantTokenService,
    OAuthExtension,
    provideExtension(OAuthExtension),
    AttemptClock,
    AttemptRepository,
    AttemptService,
    AuditRepository,
    AuditService,
    LockAuditService,
    AuthCookieService,
    BootstrapRepository,
    BootstrapService,
    EmailRepository,
    GodFactsService,
    GodService,
    OidcIssuerService,
    OidcSettingsService,
    OidcSignInService,
    OneTimeCodeService,
    HashQueueService,
    PasswordHashService,
    PasswordLinkIssuer,
    PasswordLinkService,
    PasswordService,
    PasswordUpgradeService,
    PhotoService,
    PrimaryAdminService,
    SecretService,
    SessionOpeningService,
    SessionRepository,
    SessionService,
    SignInService,
    SpaceCreationService,
    SpaceService,
    SpacesRepository,
    StaffAccountService,
    StaffAdminService,
    StaffRepository,
    StaffService,
    AccountFollowUpService,
    SweeperService,
    TermsService,
    TwoFactorService,
  ],
})
export class IdentityModule {}
