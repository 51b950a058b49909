import { z } from 'zod';
import { id, instant, pageOf, version } from '../primitive';

/** What others show of a member wherever they are named; resigned members stay named (MBR-2). */
export const memberRef = z
  .object({
    id,
    familyName: z.string(),
    firstName: z.string(),
    familyNameKana: z.string(),
    firstNameKana: z.string(),
    company: z.string(),
    photoUrl: z.string().nullable(),
    thumbPhotoUrl: z.string().nullable(),
    deleted: z.boolean(),
  })
  .meta({ id: 'MemberRef' });
export type MemberRef = z.infer<typeof memberRef>;

/** A kind of contract of the space, in its order (MBR-3). */
export const memberType = z
  .object({ id, name: z.string(), order: z.int() })
  .meta({ id: 'MemberType' });
export type MemberType = z.infer<typeof memberType>;

/** A member of the space (MBR-1). */
export const member = z
  .object({
    id,
    version,
    familyName: z.string(),
    firstName: z.string(),
    familyNameKana: z.string(),
    firstNameKana: z.string(),
    company: z.string(),
    title: z.string(),
    memo: z.string(),
    typeId: id.nullable(),
    typeOfContract: z
      .string()
      .meta({ description: 'Name of the member type; empty where there is none' }),
    photoUrl: z.string().nullable(),
    thumbPhotoUrl: z.string().nullable(),
    deleted: z.boolean(),
    lastTalkedAt: instant.nullable().meta({ description: 'Time of the last talk; null if never' }),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Member' });
export type Member = z.infer<typeof member>;

/** listMembers: kana order; `q` matches a prefix of kanji, kana, romaji or company (MBR-1). */
export const listMembersQuery = z.strictObject({
  q: z.string().trim().max(100).optional(),
  typeId: id.optional(),
  deleted: z.enum(['true', 'false']).optional(),
  cursor: z.string().max(512).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export type ListMembersQuery = z.infer<typeof listMembersQuery>;
export const listMembersAnswer = pageOf(member).extend({ total: z.int() });
export const listMemberTypesAnswer = z.object({ items: z.array(memberType) });
