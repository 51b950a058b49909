import { erasureAnswer, type Erasure } from '@engawa/contracts';
import type { EventBus } from '@engawa/events';

/**
 * The names to remove from texts after `members.member.erased` (MBR-5), asked from their owner, because
 * events stay in the log; null once they are forgotten.
 */
export async function findErasure(
  bus: EventBus,
  space: string,
  memberId: string,
): Promise<Erasure | null> {
  return erasureAnswer.parse(await bus.ask<unknown>('members.findErasure', { space, memberId }));
}
