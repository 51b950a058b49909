import { Body, Controller, Delete, Get, Put } from '@nestjs/common';
import { Can } from '@engawa/auth';
import { oidcSettings } from '@engawa/contracts';
import { Answer, IfMatch, Operation, Problems } from '@engawa/service-kit';
import { AccountOwner, type Caller } from '../caller/caller.rules';
import { OidcSettingsService } from './oidc-settings.service';
import { UpdateOidcSettingsDto } from './oidc.dto';

@Controller('space/oidc')
export class OidcSettingsController {
  constructor(private readonly settings: OidcSettingsService) {}

  @Get()
  @Can('space.signIn')
  @Operation('getOidcSettings', {
    summary: "How the space signs in with its organisation's accounts",
  })
  @Answer(200, oidcSettings)
  get(@AccountOwner() caller: Caller) {
    return this.settings.get(caller.space);
  }

  @Put()
  @Can('space.signIn')
  @Operation('updateOidcSettings', {
    summary: "Let the space sign in with its organisation's accounts; asks the issuer first",
  })
  @Answer(200, oidcSettings)
  @Problems(
    'identity.oidc.issuer-refused',
    'identity.oidc.issuer-unusable',
    'identity.oidc.secret-required',
    'identity.password.wrong',
    'identity.sign-in.too-many-attempts',
    'identity.space.stale',
  )
  update(
    @AccountOwner() caller: Caller,
    @Body() input: UpdateOidcSettingsDto,
    @IfMatch() version: number,
  ) {
    return this.settings.update(caller, input, version);
  }

  @Delete()
  @Can('space.signIn')
  @Operation('deleteOidcSettings', { summary: 'Sign in with passwords alone again' })
  @Answer(204, null)
  @Problems('identity.space.stale')
  async remove(@AccountOwner() caller: Caller, @IfMatch() version: number) {
    await this.settings.remove(caller, version);
  }
}
