import { createApi } from '@reduxjs/toolkit/query/react';
import { apiBaseQuery } from './base-query';

/** Cache tags. An entity is `{ type, id }`, every list of its kind `{ type, id: LIST }`. */
export const tagTypes = [
  'Session',
  'Post',
  'Comments',
  'Label',
  'Reaction',
  'Member',
  'MemberType',
  'CustomField',
  'Staff',
  'Task',
  'TaskCount',
  'TaskFilter',
  'SavedSearch',
  'SavedView',
  'PostTemplate',
  'Follow',
  'Notification',
  'UnreadCount',
  'NotificationPreferences',
  'Today',
  'Draft',
  'Pin',
  'Space',
  'Ranking',
  'GodSpace',
  'MemberImport',
  'PostImport',
  'MemberDuplicate',
  'OwnSession',
  'TwoFactor',
  'ApiToken',
  'Assistant',
] as const;
export type TagType = (typeof tagTypes)[number];
export interface Tag {
  type: TagType;
  id?: string;
}

/** Tag id of all lists of a kind. */
export const LIST = 'LIST';

/** The only RTK Query API. Features add endpoints with `injectEndpoints`. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery: apiBaseQuery,
  tagTypes,
  keepUnusedDataFor: 300,
  refetchOnReconnect: true,
  endpoints: () => ({}),
});
