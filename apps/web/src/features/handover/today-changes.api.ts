import type { Post, Task, Today, TodayTask, UpdateTaskInput } from '@engawa/contracts';
import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { LIST } from '../../shared/api/api';
import { shownUntil } from '../../shared/api/shown-changes';
import { putBack, takeOut } from '../../shared/list/put-back';
import { handoverApi } from './handover.api';

/** What the reader does on the page of the day. The badge, which every page has, needs none of it. */
export const todayChangesApi = handoverApi.injectEndpoints({
  endpoints: (build) => ({
    markTodaySeen: build.mutation<null, string>({
      query: (until) => ({ url: '/today/seen', method: 'POST', body: { until } }),
      invalidatesTags: [{ type: 'Today' }],
    }),
    confirmMustRead: build.mutation<Post, string>({
      query: (postId) => ({ url: `/posts/${postId}/confirmations`, method: 'POST' }),
      invalidatesTags: (_, __, postId) => [{ type: 'Post', id: postId }],
      async onQueryStarted(postId, { dispatch, queryFulfilled }) {
        const undo = dispatch(
          patchToday((today) =>
            take(
              today,
              ({ mustReads }) => mustReads,
              'postId',
              (post) => post.postId === postId,
              1,
            ),
          ),
        );
        shownUntil(queryFulfilled, handoverApi.endpoints.getToday);
        await queryFulfilled.catch(undo);
      },
    }),
    /** Finishes or postpones a task. */
    changeTodayTask: build.mutation<Task, { task: TodayTask; change: UpdateTaskInput }>({
      query: ({ task, change }) => ({ url: `/tasks/${task.id}`, method: 'PATCH', body: change }),
      invalidatesTags: (_, __, { task }) => [
        { type: 'Task', id: task.id },
        { type: 'Task', id: LIST },
        { type: 'TaskCount', id: LIST },
      ],
      async onQueryStarted({ task, change }, { dispatch, queryFulfilled }) {
        const undo = dispatch(
          patchToday((today) => {
            if (change.status === 'done') {
              const isMeant = ({ id }: TodayTask) => id === task.id;
              return take(today, ({ tasks }) => tasks, 'id', isMeant, isDue(task) ? 1 : 0);
            }
            const setDue = ({ tasks }: Today, dueAt = task.dueAt) => {
              const found = tasks.items.find(({ id }) => id === task.id);
              if (found) found.dueAt = dueAt;
            };
            setDue(today, change.dueAt);
            return setDue;
          }),
        );
        shownUntil(queryFulfilled, handoverApi.endpoints.getToday);
        await queryFulfilled.catch(undo);
      },
    }),
    /** Marks the notifications of a post as read, and removes its mentions from the page. */
    readTodayMention: build.mutation<unknown, string>({
      query: (postId) => ({ url: '/notifications/read', method: 'POST', body: { postId } }),
      invalidatesTags: [
        { type: 'UnreadCount', id: LIST },
        { type: 'Notification', id: LIST },
      ],
      async onQueryStarted(postId, { dispatch, queryFulfilled }) {
        const undo = dispatch(
          patchToday((today) =>
            take(
              today,
              ({ mentions }) => mentions,
              'id',
              (one) => one.postId === postId,
              0,
            ),
          ),
        );
        shownUntil(queryFulfilled, handoverApi.endpoints.getToday);
        await queryFulfilled.catch(undo);
      },
    }),
  }),
});

type ApiState = Parameters<typeof handoverApi.util.selectCachedArgsForQuery>[0];

/** Changes every cached answer; `change` gives what undoes it, whatever changes meanwhile. */
function patchToday(
  change: (today: Today) => (today: Today) => void,
): ThunkAction<() => void, ApiState, unknown, UnknownAction> {
  return (dispatch, getState) => {
    const { selectCachedArgsForQuery, updateQueryData } = handoverApi.util;
    const undos = selectCachedArgsForQuery(getState(), 'getToday').map((question) => {
      let undo: (today: Today) => void = () => undefined;
      dispatch(updateQueryData('getToday', question, (today) => void (undo = change(today))));
      return () => dispatch(updateQueryData('getToday', question, (today) => void undo(today)));
    });
    return () => undos.forEach((undo) => undo());
  };
}

/** Takes items out of a part; `waits` is what each counts for in the badge. */
function take<Item extends Record<Key, string>, Key extends string>(
  today: Today,
  partOf: (today: Today) => { count: number; items: Item[] },
  key: Key,
  isMeant: (item: Item) => boolean,
  waits: 0 | 1,
): (today: Today) => void {
  const count = (page: Today, change: number) => {
    partOf(page).count += change;
    page.count = Math.max(0, page.count + change * waits);
  };
  const places = takeOut(partOf(today).items, key, isMeant);
  count(today, -places.length);
  return (now) => {
    const back = places.filter((place) => putBack(partOf(now).items, key, place));
    count(now, back.length);
  };
}

function isDue({ dueAt }: TodayTask): boolean {
  return dueAt !== null && Date.parse(dueAt) <= Date.now();
}

export const {
  useMarkTodaySeenMutation,
  useConfirmMustReadMutation,
  useChangeTodayTaskMutation,
  useReadTodayMentionMutation,
} = todayChangesApi;
