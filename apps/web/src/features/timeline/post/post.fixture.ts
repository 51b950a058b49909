import type { Comment, MemberRef, Post, StaffRef } from '@engawa/contracts';

/** Sample data for specs. */
export const sampleMember: MemberRef = {
  id: 'm-sato',
  familyName: '佐藤',
  firstName: '花子',
  familyNameKana: 'サトウ',
  firstNameKana: 'ハナコ',
  company: '佐藤設計',
  photoUrl: null,
  thumbPhotoUrl: null,
  deleted: false,
};

export const sampleStaff: StaffRef = {
  id: 's-mizuno',
  displayName: '水野 航',
  jobTitle: 'コミュニティマネージャー',
  photoUrl: null,
  thumbPhotoUrl: null,
  deactivated: false,
};

const at = '2026-11-21T05:30:00.000Z';

export function postOf(changes: Partial<Post>): Post {
  return {
    id: 'p1',
    version: 1,
    ownerId: sampleStaff.id,
    owner: sampleStaff,
    memo: '来月から週3日に増やしたいとのこと。',
    members: [sampleMember],
    mentions: [],
    labelIds: [],
    task: null,
    attachments: [],
    photoUrl: null,
    reactions: [],
    talkedAt: at,
    createdAt: at,
    updatedAt: at,
    editedAt: null,
    commentCount: 0,
    lastCommenters: [],
    mustRead: false,
    confirmations: [],
    issue: null,
    introduction: null,
    ...changes,
  };
}

export function commentOf(changes: Partial<Comment>): Comment {
  return {
    id: 'c1',
    postId: 'p1',
    version: 1,
    ownerId: sampleStaff.id,
    owner: sampleStaff,
    memo: '確認します。',
    mentions: [],
    labelIds: [],
    task: null,
    attachments: [],
    photoUrl: null,
    reactions: [],
    createdAt: at,
    updatedAt: at,
    editedAt: null,
    ...changes,
  };
}
