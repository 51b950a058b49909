import { defineSchema, type SpaceDocument } from '@engawa/persistence';

/** A stored member. The last three fields are made from the names; see the rules beside. */
export interface MemberDocument extends SpaceDocument {
  familyName: string;
  firstName: string;
  familyNameKana: string;
  firstNameKana: string;
  company: string;
  title: string;
  memo: string;
  typeId: string | null;
  photoUrl: string | null;
  thumbPhotoUrl: string | null;
  deleted: boolean;
  lastTalkedAt: Date | null;
  /** Counts the writes of `lastTalkedAt`, so that two listeners cannot undo each other's. */
  talkRevision: number;
  sortKey: string;
  searchKeys: string[];
  prefixes: string[];
}

export const memberStore = defineSchema<MemberDocument>({
  collection: 'members',
  fields: {
    familyName: { type: String, required: true },
    firstName: { type: String, default: '' },
    familyNameKana: { type: String, default: '' },
    firstNameKana: { type: String, default: '' },
    company: { type: String, default: '' },
    title: { type: String, default: '' },
    memo: { type: String, default: '' },
    typeId: { type: String, default: null },
    photoUrl: { type: String, default: null },
    thumbPhotoUrl: { type: String, default: null },
    deleted: { type: Boolean, required: true },
    lastTalkedAt: { type: Date, default: null },
    talkRevision: { type: Number, default: 0 },
    sortKey: { type: String, required: true },
    searchKeys: { type: [String], required: true },
    prefixes: { type: [String], required: true },
  },
  indexes: [
    { keys: { space: 1, deleted: 1, sortKey: 1, id: 1 }, serves: 'MemberRepository.findPage' },
    {
      keys: { space: 1, deleted: 1, typeId: 1, sortKey: 1, id: 1 },
      serves: 'MemberRepository.findPage with a type',
    },
    {
      keys: { space: 1, deleted: 1, prefixes: 1, sortKey: 1, id: 1 },
      serves: 'MemberRepository.findPage with a question',
    },
    { keys: { space: 1, typeId: 1, id: 1 }, serves: 'MemberRepository.findWithType' },
  ],
});
