import { z } from 'zod';

const KEY_BYTES = 32;

/** `ENGAWA_SECRET_KEY`: keys that encrypt stored secrets are derived from it. */
export const secretKeyConfig = z.object({
  ENGAWA_SECRET_KEY: z
    .string()
    .refine(
      (text) => Buffer.from(text, 'base64').length === KEY_BYTES,
      `is not ${KEY_BYTES} bytes in base64`,
    ),
});
