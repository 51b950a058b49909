import type { StoredSecrets } from '@engawa/persistence';
import { ownerOfOidcSecret } from '../oidc/oidc-settings.service';
import { spaceSchema } from '../space/space.schema';
import { staffSchema } from '../staff/staff.schema';
import { SecretService } from './secret.service';

/** The encrypted texts of this service, for a start with a changed key. */
export const storedSecrets: StoredSecrets = {
  fields: [
    { collection: staffSchema.collection, field: 'twoFactor.secret', ownerOf: ({ id }) => id },
    { collection: staffSchema.collection, field: 'twoFactorOffer.secret', ownerOf: ({ id }) => id },
    {
      collection: spaceSchema.collection,
      field: 'oidc.secret',
      ownerOf: ({ id }) => ownerOfOidcSecret(id),
    },
  ],
  boxOf: (key) => new SecretService({ ENGAWA_SECRET_KEY: key }),
};
