import { defineSchema, type SpaceDocument } from '@engawa/persistence';

/** Participation of a staff member in a thread; its id is the comment's. */
export interface ParticipationDocument extends SpaceDocument {
  postId: string;
  ownerId: string;
  mentions: string[];
  gone: boolean;
}

export const participationSchema = defineSchema<ParticipationDocument>({
  collection: 'participations',
  fields: {
    postId: { type: String, required: true },
    ownerId: { type: String, default: '' },
    mentions: { type: [String], default: [] },
    gone: { type: Boolean, required: true },
  },
  indexes: [
    {
      keys: { space: 1, postId: 1, gone: 1, ownerId: 1 },
      serves: 'ParticipationRepository.findParticipants',
    },
  ],
});
