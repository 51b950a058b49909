import { networkList, secretKeyConfig } from '@engawa/service-kit';
import { z } from 'zod';

/** Environment in addition to the base configuration. */
export const integrationsConfig = z.object({
  MONGODB_URI: z.string().min(1),
  ...secretKeyConfig.shape,
  /** Address of the web app, for links in chat messages. */
  ENGAWA_PUBLIC_URL: z.url().default('http://localhost:4000'),
  /** Private networks to which webhooks and chats may send, such as `10.1.0.0/16`. */
  WEBHOOK_ALLOWED_NETWORKS: networkList,
  /** Address of the Chatwork API. */
  CHATWORK_URL: z.url({ protocol: /^https?$/ }).default('https://api.chatwork.com'),
});
export type IntegrationsConfig = z.infer<typeof integrationsConfig>;
