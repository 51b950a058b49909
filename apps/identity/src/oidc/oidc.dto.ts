import {
  beginOidcSignInInput,
  confirmOidcSignInInput,
  oidcPath,
  updateOidcSettingsInput,
} from '@engawa/contracts';
import { createDto } from '@engawa/service-kit';

export class OidcPathDto extends createDto(oidcPath) {}
export class BeginOidcSignInDto extends createDto(beginOidcSignInInput) {}
export class ConfirmOidcSignInDto extends createDto(confirmOidcSignInInput) {}
export class UpdateOidcSettingsDto extends createDto(updateOidcSettingsInput) {}
