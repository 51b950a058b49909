import { z } from 'zod';
import { email, id, instant, locale, newPassword, spaceId } from '../primitive';
import { permission, role } from '../permission';
import { space } from './space';
import { firstPage, staff } from './staff';

/** The caller and their permissions; what the web app needs to start. */
export const session = z
  .object({
    id: id.meta({ description: 'Id of the session itself' }),
    staff: staff,
    space: space,
    god: z.boolean(),
    admin: z.boolean(),
    initialPasswordChanged: z.boolean(),
    twoFactorEnabled: z.boolean(),
    twoFactorSetupRequired: z.boolean().meta({
      description:
        'The operator has no operator permissions until two-factor sign-in is set up (IDN-9)',
    }),
    firstPage: firstPage.meta({ description: 'What the web app opens after sign-in' }),
    firstStepsClosed: z
      .boolean()
      .meta({ description: 'The web app shows the first steps of a new space no longer' }),
    permissions: z.array(permission),
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof session>;

const password = z.string().min(1).max(200);

/** A six-digit code of the authenticator app, or one of the recovery codes. */
export const oneTimeCode = z
  .string()
  .trim()
  .min(6)
  .max(20)
  .meta({ description: 'Code of the authenticator app, or a recovery code', example: '123456' });

export const signInInput = z.strictObject({
  email: email,
  password,
  oneTimeCode: oneTimeCode
    .optional()
    .meta({ description: 'Needed where the account has two-factor sign-in (IDN-9)' }),
});
export type SignInInput = z.infer<typeof signInInput>;

/** Answer of signIn and refreshSession; the refresh token is only in an httpOnly cookie. */
export const signInAnswer = z
  .object({ accessToken: z.string(), expiresAt: instant, session })
  .meta({ id: 'SignInAnswer' });
export type SignInAnswer = z.infer<typeof signInAnswer>;

/** Claims of the access token (IDN-3, IDN-5). */
export const accessClaims = z.object({
  sub: id.meta({ description: 'Staff id' }),
  sid: id.meta({ description: 'Session id' }),
  space: spaceId,
  role,
  god: z.boolean(),
  admin: z.boolean(),
  initialPasswordChanged: z.boolean(),
  scopes: z
    .array(permission)
    .optional()
    .meta({ description: 'Only with an API token: what it may do at most (IDN-11)' }),
  audience: z
    .literal('mcp')
    .optional()
    .meta({ description: "Only with an assistant's token: good at /mcp alone (API-5)" }),
  iat: z.int(),
  exp: z.int(),
});
export type AccessClaims = z.infer<typeof accessClaims>;

/** One of the caller's own sessions. */
export const sessionEntry = z
  .object({
    id,
    current: z.boolean(),
    createdAt: instant,
    lastSeenAt: instant.meta({ description: 'Last time that its token was renewed' }),
    expiresAt: instant,
    userAgent: z.string(),
    network: z.string().meta({ description: 'Where it was last renewed from' }),
  })
  .meta({ id: 'SessionEntry' });
export type SessionEntry = z.infer<typeof sessionEntry>;
export const listSessionsAnswer = z.object({ items: z.array(sessionEntry) });

/** changePassword: ends all other sessions (IDN-5). */
export const changePasswordInput = z.strictObject({
  currentPassword: password,
  newPassword,
});
export type ChangePasswordInput = z.infer<typeof changePasswordInput>;

/** setFirstPassword: for an account whose first password an administrator chose (IDN-6). */
export const setFirstPasswordInput = z.strictObject({ newPassword });
export type SetFirstPasswordInput = z.infer<typeof setFirstPasswordInput>;

/** sendPasswordReset: the answer never reveals whether the address exists (IDN-7). */
export const sendPasswordResetInput = z.strictObject({ email, locale: locale.default('ja') });
export type SendPasswordResetInput = z.infer<typeof sendPasswordResetInput>;

/** The token of a link sent by mail. */
export const passwordLinkToken = z
  .string()
  .min(1)
  .max(300)
  .meta({ description: 'From the link in the mail' });

export const checkPasswordLinkInput = z.strictObject({ token: passwordLinkToken });
export type CheckPasswordLinkInput = z.infer<typeof checkPasswordLinkInput>;
export const passwordLinkKinds = ['reset', 'invitation'] as const;
export const checkPasswordLinkAnswer = z.object({
  kind: z.enum(passwordLinkKinds),
  displayName: z.string(),
  email: z.string(),
  expiresAt: instant,
});
export type CheckPasswordLinkAnswer = z.infer<typeof checkPasswordLinkAnswer>;

export const submitPasswordLinkInput = z.strictObject({ token: passwordLinkToken, newPassword });
export type SubmitPasswordLinkInput = z.infer<typeof submitPasswordLinkInput>;

/** The caller's two-factor sign-in (IDN-9). */
export const twoFactorState = z
  .object({
    enabled: z.boolean(),
    required: z.boolean(),
    recoveryCodesLeft: z.int().min(0),
  })
  .meta({ id: 'TwoFactorState' });
export type TwoFactorState = z.infer<typeof twoFactorState>;

export const beginTwoFactorInput = z.strictObject({ password });
export type BeginTwoFactorInput = z.infer<typeof beginTwoFactorInput>;
export const beginTwoFactorAnswer = z.object({
  secret: z.string().meta({ description: 'Base32, to be typed into the app' }),
  uri: z.string().meta({ description: 'otpauth: address, for a QR code' }),
});

export const confirmTwoFactorInput = z.strictObject({ oneTimeCode });
export type ConfirmTwoFactorInput = z.infer<typeof confirmTwoFactorInput>;
/** Recovery codes, shown only once. */
export const recoveryCodesAnswer = z.object({ recoveryCodes: z.array(z.string()) });

/** disableTwoFactor and renewRecoveryCodes require both factors. */
export const bothFactorsInput = z.strictObject({ password, oneTimeCode });
export type BothFactorsInput = z.infer<typeof bothFactorsInput>;
