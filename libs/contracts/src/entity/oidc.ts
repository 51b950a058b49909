import { z } from 'zod';
import { spaceId, version } from '../primitive';
import { oneTimeCode } from './session';

/** Sign-in of a space with its organisation's accounts: OpenID Connect (IDN-9). */
export const oidcSettings = z
  .object({
    version: version.meta({ description: "The space's version" }),
    configured: z.boolean(),
    issuer: z.string().meta({ description: 'Empty where nothing is configured' }),
    clientId: z.string(),
    passwordAllowed: z.boolean().meta({
      description: 'Whether staff may also sign in with their passwords',
    }),
    redirectUri: z.string().meta({ description: 'Redirect URI to register at the issuer' }),
    signInUrl: z.string().meta({ description: "The space's own address of the sign-in page" }),
  })
  .meta({ id: 'OidcSettings' });
export type OidcSettings = z.infer<typeof oidcSettings>;

/** updateOidcSettings: confirmed by the caller's password. */
export const updateOidcSettingsInput = z.strictObject({
  issuer: z.string().trim().min(1).max(300).meta({ example: 'https://login.example.co.jp' }),
  clientId: z.string().trim().min(1).max(300),
  clientSecret: z.string().trim().min(1).max(500).optional().meta({
    description: 'Unchanged if left out; required again with another issuer or client id',
  }),
  passwordAllowed: z.boolean(),
  password: z.string().min(1).max(200).meta({ description: "The caller's own" }),
});
export type UpdateOidcSettingsInput = z.infer<typeof updateOidcSettingsInput>;

/** beginOidcSignIn. */
export const oidcPath = z.strictObject({ spaceId });
export const beginOidcSignInInput = z.strictObject({
  from: z
    .string()
    .max(1_000)
    .regex(/^\/(?![/\\])[^\s\\]*$/)
    .default('/')
    .meta({ description: 'Where in the web app to go afterwards' }),
});
export type BeginOidcSignInInput = z.infer<typeof beginOidcSignInInput>;
export const beginOidcSignInAnswer = z.object({
  authorizationUrl: z.string().meta({ description: 'Address that the browser must open' }),
});

/** confirmOidcSignIn: the second step of an account with two-factor sign-in. */
export const confirmOidcSignInInput = z.strictObject({ oneTimeCode });
export type ConfirmOidcSignInInput = z.infer<typeof confirmOidcSignInInput>;
