import type { ChatKind, ReceiverDisabledReason } from '@engawa/contracts';
import { defineSchema, type SpaceDocument } from '@engawa/persistence';

export const SETTINGS_ID = 'integrations';

interface StoredChat {
  enabled: boolean;
  kinds: ChatKind[];
  /** Address or token, encrypted; null without one. */
  secret: string | null;
  /** Its last four characters. */
  hint: string | null;
  /** Why it was turned off automatically. */
  disabledReason?: ReceiverDisabledReason | null;
  /** Since when all attempts have failed. */
  failingSince?: Date | null;
}

export interface SettingsDocument extends SpaceDocument {
  slack: StoredChat;
  teams: StoredChat;
  chatwork: StoredChat & { roomId: string };
}

export const settingsStore = defineSchema<SettingsDocument>({
  collection: 'settings',
  fields: {
    slack: { type: Object, required: true },
    teams: { type: Object, required: true },
    chatwork: { type: Object, required: true },
  },
});
