import { Module } from '@nestjs/common';
import { AuthModule } from '@engawa/auth';
import { EventsModule } from '@engawa/events';
import { PersistenceModule } from '@engawa/persistence';
import { AttemptRepository } from './attempt/attempt.repository';
import { attemptSchema } from './attempt/attempt.schema';
import { AttemptService } from './attempt/attempt.service';
import { BootstrapRepository } from './bootstrap/bootstrap.repository';
import { bootstrapSchema } from './bootstrap/bootstrap.schema';
import { BootstrapService } from './bootstrap/bootstrap.service';
import { EmailRepository } from './email/email.repository';
import { emailSchema } from './email/email.schema';
import { PasswordHashService } from './password/password-hash.service';
import { SecretService } from './secret/secret.service';
import { AccessTokenService } from './session/access-token.service';
import { AuthCookieService } from './session/auth-cookie.service';
import { SessionController } from './session/session.controller';
import { SessionRepository } from './session/session.repository';
import { sessionSchema } from './session/session.schema';
import { SessionService } from './session/session.service';
import { SignInController } from './sign-in/sign-in.controller';
import { SignInService } from './sign-in/sign-in.service';
import { SpaceFoundingService } from './space/space-founding.service';
import { SpaceListener } from './space/space.listener';
import { SpacesRepository } from './space/space.repository';
import { spaceSchema } from './space/space.schema';
import { StaffAccountService } from './staff/staff-account.service';
import { StaffController } from './staff/staff.controller';
import { StaffListener } from './staff/staff.listener';
import { StaffRepository } from './staff/staff.repository';
import { staffSchema } from './staff/staff.schema';
import { StaffService } from './staff/staff.service';
import { OneTimeCodeService } from './two-factor/one-time-code.service';

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
      ],
    }),
    EventsModule.forRoot(),
    AuthModule.forRoot(),
  ],
  controllers: [SignInController, SessionController, StaffController, StaffListener, SpaceListener],
  providers: [
    AccessTokenService,
    AttemptRepository,
    AttemptService,
    AuthCookieService,
    BootstrapRepository,
    BootstrapService,
    EmailRepository,
    OneTimeCodeService,
    PasswordHashService,
    SecretService,
    SessionRepository,
    SessionService,
    SignInService,
    SpaceFoundingService,
    SpacesRepository,
    StaffAccountService,
    StaffRepository,
    StaffService,
  ],
})
export class IdentityModule {}
