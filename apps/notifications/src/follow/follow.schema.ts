import type { FollowChoice, FollowTarget } from '@engawa/contracts';
import { defineSchema, type SpaceDocument } from '@engawa/persistence';

/** What a staff member follows or muted; the id is derived from the staff member and the target. */
export interface FollowDocument extends SpaceDocument {
  staffId: string;
  target: FollowTarget;
  targetId: string;
  choice: FollowChoice;
}

export const followSchema = defineSchema<FollowDocument>({
  collection: 'follows',
  fields: {
    staffId: { type: String, required: true },
    target: { type: String, required: true },
    targetId: { type: String, required: true },
    choice: { type: String, required: true },
  },
  indexes: [
    {
      name: 'staff',
      keys: { space: 1, staffId: 1, createdAt: -1, id: -1 },
      serves: 'FollowRepository.findOf',
    },
    {
      name: 'target',
      keys: { space: 1, target: 1, targetId: 1, choice: 1, staffId: 1 },
      serves: 'FollowRepository.findStaffWith, findAbout',
    },
  ],
});
