import type { Comment, CreateCommentInput, Post } from '@engawa/contracts';
import { api, LIST } from '../../shared/api/api';

interface TaskOfMember {
  memberId: string;
  content: Pick<CreateCommentInput, 'memo'> & { task: NonNullable<CreateCommentInput['task']> };
  /** Repeated after an error, it adds no second task. */
  key: string;
}

const memberDaysApi = api.injectEndpoints({
  endpoints: (build) => ({
    /**
     * A comment on the last post about the member, which is no talk; without one, a post that names
     * nobody. Gives the id of the task.
     */
    addMemberDayTask: build.mutation<string, TaskOfMember>({
      async queryFn({ memberId, content, key }, _store, _options, ask) {
        const found = await ask({ url: '/posts', params: { memberId, limit: 1 } });
        if (found.error) return { error: found.error };
        const [last] = (found.data as { items: Post[] }).items;
        const added = await ask({
          url: last ? `/posts/${last.id}/comments` : '/posts',
          method: 'POST',
          body: content,
          idempotencyKey: key,
        });
        return added.error ? { error: added.error } : { data: (added.data as Comment | Post).id };
      },
      invalidatesTags: [
        { type: 'Post', id: LIST },
        { type: 'Task', id: LIST },
        { type: 'TaskCount', id: LIST },
      ],
    }),
  }),
});

export const { useAddMemberDayTaskMutation } = memberDaysApi;
