import { chatKind, receiverDisabledReason } from '@engawa/contracts';
import { defineStore, type DocumentOf, nested } from '@engawa/persistence';
import { z } from 'zod';

export const SETTINGS_ID = 'integrations';

const storedChat = nested({
  enabled: z.boolean(),
  kinds: z.array(chatKind),
  /** Address or token, encrypted; null without one. */
  secret: z.string().nullable(),
  /** Its last four characters. */
  hint: z.string().nullable(),
  /** Why it was turned off automatically. */
  disabledReason: receiverDisabledReason.nullable().optional(),
  /** Since when all attempts have failed. */
  failingSince: z.date().nullable().optional(),
});

export const settingsStore = defineStore({
  collection: 'settings',
  shape: {
    slack: storedChat,
    teams: storedChat,
    chatwork: storedChat.extend({ roomId: z.string() }),
  },
});

export type SettingsDocument = DocumentOf<typeof settingsStore>;
