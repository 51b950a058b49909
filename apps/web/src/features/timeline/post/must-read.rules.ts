import type { Post } from '@engawa/contracts';

/** What the must-read command does with a post for a staff member. */
export function mustReadStep(
  post: Pick<Post, 'mustRead' | 'confirmations' | 'ownerId'>,
  staffId: string,
): 'make' | 'confirm' | 'drop' {
  if (!post.mustRead) return 'make';
  const confirmed = post.confirmations.some((confirmation) => confirmation.staffId === staffId);
  return confirmed || post.ownerId === staffId ? 'drop' : 'confirm';
}
