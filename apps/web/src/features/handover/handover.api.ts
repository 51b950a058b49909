import type { Post, Task, Today, TodayTask, UpdateTaskInput } from '@engawa/contracts';
import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { api, LIST } from '../../shared/api/api';
import { shownUntil } from '../../shared/api/shown-changes';
import { onLive } from '../../shared/live/live';

/** Services take a moment to apply an event; several events cause one refetch. */
const REFRESH_DELAY_MS = 1_000;
const concerns =
  /^(members\.member|timeline\.(post|comment)|tasks\.task|notifications\.notification|search\.(reachOut|matches))\./;

type TodayArgs = { since?: string };

/** The page to open the day with (INS-4): one answer for its parts and the badge. */
const handoverApi = api.injectEndpoints({
  endpoints: (build) => ({
    getToday: build.query<Today, TodayArgs>({
      query: (params) => ({ url: '/today', params }),
      providesTags: (_, __, { since }) => [{ type: 'Today', id: since ?? 'last' }],
      async onCacheEntryAdded({ since }, { dispatch, cacheEntryRemoved }) {
        let timer: ReturnType<typeof setTimeout> | undefined;
        const stop = onLive(({ messages }) => {
          if (!messages.some(({ name }) => concerns.test(name))) return;
          timer ??= setTimeout(() => {
            timer = undefined;
            dispatch(api.util.invalidateTags([{ type: 'Today', id: since ?? 'last' }]));
          }, REFRESH_DELAY_MS);
        });
        await cacheEntryRemoved;
        stop();
        clearTimeout(timer);
      },
    }),
    markTodaySeen: build.mutation<null, string>({
      query: (until) => ({ url: '/today/seen', method: 'POST', body: { until } }),
      invalidatesTags: [{ type: 'Today' }],
    }),
    confirmMustRead: build.mutation<Post, string>({
      query: (postId) => ({ url: `/posts/${postId}/confirmations`, method: 'POST' }),
      invalidatesTags: (_, __, postId) => [{ type: 'Post', id: postId }],
      async onQueryStarted(postId, { dispatch, queryFulfilled }) {
        const undo = dispatch(
          patchToday((today) => {
            take(today, today.mustReads, (post) => post.postId === postId, true);
          }),
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
              take(today, today.tasks, ({ id }) => id === task.id, isDue(task));
            } else if (change.dueAt) {
              const found = today.tasks.items.find(({ id }) => id === task.id);
              if (found) found.dueAt = change.dueAt;
            }
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
          patchToday((today) => {
            take(today, today.mentions, (mention) => mention.postId === postId, false);
          }),
        );
        shownUntil(queryFulfilled, handoverApi.endpoints.getToday);
        await queryFulfilled.catch(undo);
      },
    }),
  }),
});

type ApiState = Parameters<typeof handoverApi.util.selectCachedArgsForQuery>[0];

/** Changes every cached answer; returns its undo. */
function patchToday(
  change: (today: Today) => void,
): ThunkAction<() => void, ApiState, unknown, UnknownAction> {
  return (dispatch, getState) => {
    const patches = handoverApi.util
      .selectCachedArgsForQuery(getState(), 'getToday')
      .map((question) => dispatch(handoverApi.util.updateQueryData('getToday', question, change)));
    return () => patches.forEach((patch) => patch.undo());
  };
}

function take<Item>(
  today: Today,
  part: { count: number; items: Item[] },
  isMeant: (item: Item) => boolean,
  counts: boolean,
): void {
  const left = part.items.filter((item) => !isMeant(item));
  const taken = part.items.length - left.length;
  part.items = left;
  part.count -= taken;
  if (counts) today.count = Math.max(0, today.count - taken);
}

function isDue({ dueAt }: TodayTask): boolean {
  return dueAt !== null && Date.parse(dueAt) <= Date.now();
}

export const {
  useGetTodayQuery,
  useMarkTodaySeenMutation,
  useConfirmMustReadMutation,
  useChangeTodayTaskMutation,
  useReadTodayMentionMutation,
} = handoverApi;
