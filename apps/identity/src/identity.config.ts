import { isSigningKey } from '@engawa/auth';
import { networkList, secretKeyConfig } from '@engawa/service-kit';
import { z } from 'zod';

/** Environment of identity, in addition to the base configuration. */
export const identityConfig = z.object({
  MONGODB_URI: z.string().min(1),
  /** ES256 key that signs access tokens: a JWK with `kid`. */
  ENGAWA_TOKEN_PRIVATE_KEY: z.string().refine(isSigningKey, 'is not an ES256 JWK with kid'),
  /** Keys of refresh tokens and stored secrets are derived from it. */
  ...secretKeyConfig.shape,
  /** Address of the web app, for links in mails. */
  ENGAWA_PUBLIC_URL: z.url().default('http://localhost:4000'),
  /** Accounts of an empty installation; see `bootstrapPlan`. */
  ENGAWA_BOOTSTRAP: z.string().optional(),
  /** Whether god needs two-factor sign-in for its permissions (IDN-9). */
  ENGAWA_GOD_TWO_FACTOR: z.enum(['required', 'optional']).default('required'),
  /** Private networks in which spaces may name an OpenID Connect issuer, such as `10.1.0.0/16`. */
  OIDC_ALLOWED_NETWORKS: networkList,
});
