import { chatNames } from '@engawa/contracts';
import type { SealedField, StoredSecrets } from '@engawa/persistence';
import { deliveryStore } from '../delivery/delivery.schema';
import { settingsStore } from '../settings/settings.schema';
import { webhookStore } from '../webhook/webhook.schema';
import { SecretBox } from './secret-box.service';
import { secretOwner } from './secret-owner.rules';

const webhookSecret = {
  collection: webhookStore.collection,
  ownerOf: ({ space, id }) => secretOwner.webhook(space, id),
} satisfies Omit<SealedField, 'field'>;

/** The encrypted texts of this service, for a start with a changed key. */
export const storedSecrets: StoredSecrets = {
  fields: [
    { ...webhookSecret, field: 'secret' },
    { ...webhookSecret, field: 'previousSecret' },
    ...chatNames.map((chat): SealedField => ({
      collection: settingsStore.collection,
      field: `${chat}.secret`,
      ownerOf: ({ space }) => secretOwner.chat(space, chat),
    })),
    {
      collection: deliveryStore.collection,
      field: 'body',
      where: { target: { $in: chatNames } },
      ownerOf: ({ space }) => secretOwner.message(space),
    },
  ],
  boxOf: (key) => new SecretBox({ ENGAWA_SECRET_KEY: key }),
};
