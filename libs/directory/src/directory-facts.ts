import { events } from '@engawa/contracts';
import { z } from 'zod';

const versioned = { version: z.int().min(1) };

/** Answers of the owners: event data plus the entity's version. */
export const staffFactsAnswer = z.array(events.staffAdded.data.extend(versioned));
export const memberFactsAnswer = z.array(events.memberAdded.data.extend(versioned));
export const spaceFactsAnswer = z.array(events.spaceCreated.data.extend(versioned));

export type StaffFacts = z.infer<typeof events.staffAdded.data>;
export type MemberFacts = z.infer<typeof events.memberAdded.data>;
export type SpaceFacts = z.infer<typeof events.spaceCreated.data>;

/** Question to an owner: `identity.findStaffs`, `members.findMembers`, `identity.findSpace`. */
export const directoryQuestion = z.object({ space: z.string(), ids: z.array(z.string()) });
export type DirectoryQuestion = z.infer<typeof directoryQuestion>;
