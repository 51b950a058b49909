import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { Can, SignedIn } from '@engawa/auth';
import { beginTwoFactorAnswer, recoveryCodesAnswer, twoFactorState } from '@engawa/contracts';
import { Answer, Idempotent, Operation, Problems } from '@engawa/service-kit';
import { AccountOwner, type Caller } from '../caller/caller.rules';
import { StaffPathDto } from '../staff/staff.dto';
import { BeginTwoFactorDto, BothFactorsDto, ConfirmTwoFactorDto } from './two-factor.dto';
import { TwoFactorService } from './two-factor.service';

@Controller()
export class TwoFactorController {
  constructor(private readonly twoFactor: TwoFactorService) {}

  @Get('profile/two-factor')
  @SignedIn()
  @Operation('getTwoFactor', {
    summary: 'Get your two-factor state',
    description:
      'Returns whether two-factor sign-in is on for the caller, and how many recovery codes are left.',
  })
  @Answer(200, twoFactorState)
  get(@AccountOwner() caller: Caller) {
    return this.twoFactor.get(caller);
  }

  @Post('profile/two-factor/begin')
  @SignedIn()
  @Operation('beginTwoFactor', {
    summary: 'Begin two-factor setup',
    description:
      'Returns a new secret for an authenticator app. Two-factor sign-in is off until confirmTwoFactor.',
  })
  @Answer(200, beginTwoFactorAnswer)
  @Problems(
    'identity.two-factor.enabled',
    'identity.password.wrong',
    'identity.sign-in.too-many-attempts',
  )
  begin(@AccountOwner() caller: Caller, @Body() input: BeginTwoFactorDto) {
    return this.twoFactor.begin(caller, input);
  }

  @Post('profile/two-factor/confirm')
  @SignedIn()
  @Idempotent()
  @Operation('confirmTwoFactor', {
    summary: 'Turn on two-factor sign-in',
    description:
      'Turns it on with the first code of the authenticator app. The recovery codes are returned only in this response.',
  })
  @Answer(200, recoveryCodesAnswer)
  @Problems(
    'identity.two-factor.enabled',
    'identity.two-factor.not-begun',
    'identity.sign-in.code-wrong',
    'identity.sign-in.too-many-attempts',
  )
  async confirm(@AccountOwner() caller: Caller, @Body() input: ConfirmTwoFactorDto) {
    return { recoveryCodes: await this.twoFactor.confirm(caller, input) };
  }

  @Post('profile/two-factor/disable')
  @SignedIn()
  @Operation('disableTwoFactor', {
    summary: 'Turn off two-factor sign-in',
    description:
      'Turns it off with the password and a code. Accounts that operate the installation cannot turn it off.',
  })
  @Answer(204, null)
  @Problems(
    'identity.two-factor.not-enabled',
    'identity.two-factor.required',
    'identity.password.wrong',
    'identity.sign-in.code-wrong',
    'identity.sign-in.too-many-attempts',
  )
  disable(@AccountOwner() caller: Caller, @Body() input: BothFactorsDto) {
    return this.twoFactor.disable(caller, input);
  }

  @Post('profile/two-factor/recovery-codes')
  @SignedIn()
  @Operation('renewRecoveryCodes', {
    summary: 'Replace your recovery codes',
    description: 'Returns new recovery codes. The old ones are no longer valid.',
  })
  @Answer(200, recoveryCodesAnswer)
  @Problems(
    'identity.two-factor.not-enabled',
    'identity.password.wrong',
    'identity.sign-in.code-wrong',
    'identity.sign-in.too-many-attempts',
  )
  async renewCodes(@AccountOwner() caller: Caller, @Body() input: BothFactorsDto) {
    return { recoveryCodes: await this.twoFactor.renewCodes(caller, input) };
  }

  @Post('staffs/:staffId/reset-two-factor')
  @Can('staff.manage')
  @Operation('resetTwoFactor', {
    summary: 'Reset two-factor sign-in of a staff member',
    description: 'Turns off two-factor sign-in of a staff member who has lost their device.',
  })
  @Answer(204, null)
  @Problems(
    'identity.staff.not-found',
    'identity.staff.own-account',
    'identity.staff.god-protected',
    'identity.two-factor.not-enabled',
  )
  reset(@AccountOwner() caller: Caller, @Param() { staffId }: StaffPathDto) {
    return this.twoFactor.reset(caller, staffId);
  }
}
