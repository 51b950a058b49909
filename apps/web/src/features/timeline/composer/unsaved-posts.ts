import type { Post } from '@engawa/contracts';
import { createContext } from 'react';
import type { UnsavedEdit } from '../../../shared/edit/use-safe-edit';
import type { PostFormState } from './form-state';

/**
 * What was typed into posts of a list, by their ids: the list removes a post with its form when it is out
 * of sight or leaves the filter. Null outside of a list.
 */
export const UnsavedPosts = createContext<Map<string, UnsavedEdit<Post, PostFormState>> | null>(
  null,
);
