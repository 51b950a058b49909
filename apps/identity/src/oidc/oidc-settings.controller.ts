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
    summary: 'Get OpenID Connect settings',
    description:
      'Returns the issuer with which the space signs in. The client secret is never returned.',
  })
  @Answer(200, oidcSettings)
  get(@AccountOwner() caller: Caller) {
    return this.settings.get(caller.space);
  }

  @Put()
  @Can('space.signIn')
  @Operation('updateOidcSettings', {
    summary: 'Update OpenID Connect settings',
    description:
      "Sets the issuer with which the space signs in. The issuer's discovery document is requested first; an issuer that cannot be used is refused.",
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
    @IfMatch() version: number | null,
  ) {
    return this.settings.update(caller, input, version);
  }

  @Delete()
  @Can('space.signIn')
  @Operation('deleteOidcSettings', {
    summary: 'Delete OpenID Connect settings',
    description: 'Removes the issuer. Staff members sign in with passwords only.',
  })
  @Answer(204, null)
  @Problems('identity.space.stale')
  async remove(@AccountOwner() caller: Caller, @IfMatch() version: number | null) {
    await this.settings.remove(caller, version);
  }
}
