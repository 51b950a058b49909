import { createApi } from '@reduxjs/toolkit/query/react';
import { apiBaseQuery } from './base-query';

/** Kinds of server data. An entity is `{ type, id }`, every list of them `{ type, id: LIST }`. */
export const tagTypes = [
  'Session',
  'Post',
  'Comments',
  'Label',
  'Reaction',
  'Member',
  'MemberType',
  'Staff',
  'Task',
  'TaskCount',
  'TaskFilter',
  'SavedSearch',
  'Notification',
  'UnreadCount',
  'NotificationPreferences',
  'Today',
  'Draft',
  'Pin',
  'Space',
  'ReadPosition',
  'Ranking',
  'GodSpace',
  'MemberImport',
  'PostImport',
  'MemberDuplicate',
  'OwnSession',
  'TwoFactor',
  'ApiToken',
] as const;
export type TagType = (typeof tagTypes)[number];
export interface Tag {
  type: TagType;
  id?: string;
}

/** The id of the tag that all lists of a kind carry. */
export const LIST = 'LIST';

/** The one api of the app. Features add their endpoints with `injectEndpoints`. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery: apiBaseQuery,
  tagTypes,
  keepUnusedDataFor: 300,
  refetchOnReconnect: true,
  endpoints: () => ({}),
});
