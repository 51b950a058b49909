import { z } from 'zod';

/** Environment in addition to the base configuration. */
export const notificationsConfig = z.object({
  MONGODB_URI: z.string().min(1),
  /** Address of the web app in mails. */
  ENGAWA_PUBLIC_URL: z.url().default('http://localhost:4000'),
});
export type NotificationsConfig = z.infer<typeof notificationsConfig>;
