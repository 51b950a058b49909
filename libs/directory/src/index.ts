export * from './directory';
export * from './directory-facts';
export * from './directory.errors';
export * from './directory.module';
export { isColleague } from './staff/staff.mapper';
export type { StaffEntry } from './staff/staff.schema';
export * from './member/merge-chain';
export type { MemberEntry } from './member/member.schema';
export type { SpaceEntry } from './space/space.schema';
