import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { Can, SignedIn } from '@engawa/auth';
import { beginTwoFactorAnswer, recoveryCodesAnswer, twoFactorState } from '@engawa/contracts';
import { Answer, Operation, Problems } from '@engawa/service-kit';
import { AccountOwner, type Caller } from '../caller/caller.rules';
import { StaffPathDto } from '../staff/staff.dto';
import { BeginTwoFactorDto, BothFactorsDto, ConfirmTwoFactorDto } from './two-factor.dto';
import { TwoFactorService } from './two-factor.service';

@Controller()
export class TwoFactorController {
  constructor(private readonly twoFactor: TwoFactorService) {}

  @Get('profile/two-factor')
  @SignedIn()
  @Operation('getTwoFactor', { summary: "Whether one's own two-factor sign-in is on" })
  @Answer(200, twoFactorState)
  get(@AccountOwner() caller: Caller) {
    return this.twoFactor.get(caller);
  }

  @Post('profile/two-factor/begin')
  @SignedIn()
  @Operation('beginTwoFactor', { summary: 'A secret for the authenticator app' })
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
  @Operation('confirmTwoFactor', {
    summary: 'Turn it on with the first code; answers the recovery codes',
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
  @Operation('disableTwoFactor', { summary: 'Turn it off' })
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
  @Operation('renewRecoveryCodes', { summary: 'Other recovery codes; the old ones are void' })
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
  @Operation('resetTwoFactor', { summary: "Turn off a staff's two-factor sign-in" })
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
