import { parseNetworks } from '@engawa/service-kit';
import { z } from 'zod';

/** What identity reads of the environment on top of what every service reads. */
export const identityConfig = z.object({
  MONGODB_URI: z.string().min(1),
  /** ES256 key that signs access tokens: a JWK with `kid`. */
  ENGAWA_TOKEN_PRIVATE_KEY: z.string().min(1),
  /** 32 bytes in base64; refresh tokens and secrets at rest depend on it. */
  ENGAWA_SECRET_KEY: z
    .string()
    .refine((text) => Buffer.from(text, 'base64').length === 32, 'is not 32 bytes in base64'),
  /** Address of the web app; links in mails begin with it. */
  ENGAWA_PUBLIC_URL: z.url().default('http://localhost:4000'),
  /** Accounts that an empty installation begins with; see `bootstrapPlan`. */
  ENGAWA_BOOTSTRAP: z.string().optional(),
  /** Whether god has its powers only with two-factor sign-in (IDN-9). */
  ENGAWA_GOD_TWO_FACTOR: z.enum(['required', 'optional']).default('required'),
  /** Private networks in which spaces may name an issuer to sign in with, such as `10.1.0.0/16`. */
  OIDC_ALLOWED_NETWORKS: z.string().default('').refine(isNetworks, 'is not a list of networks'),
});

function isNetworks(text: string): boolean {
  try {
    parseNetworks(text);
    return true;
  } catch {
    return false;
  }
}
