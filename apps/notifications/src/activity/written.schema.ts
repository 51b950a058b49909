import { z } from 'zod';

/** Field and index of copies of posts and comments, whose writing is an activity of getToday. */
export const writtenField = {
  /** When it was written here; absent for what an import brought in, and in older copies. */
  writtenAt: z.date().optional(),
};
export const writtenIndex = {
  keys: { space: 1, gone: 1, createdAt: -1, id: -1 },
  partial: { writtenAt: { $gt: new Date(0) } },
  serves: 'WrittenRepository.findWrittenBetween',
} as const;
export const formerWrittenIndex = 'space_1_gone_1_writtenAt_-1_id_-1';
