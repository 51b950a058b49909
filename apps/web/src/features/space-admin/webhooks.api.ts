import type {
  AddWebhookInput,
  Delivery,
  UpdateWebhookInput,
  Webhook,
  WebhookWithSecret,
} from '@engawa/contracts';
import { api } from '../../shared/api/api';
import type { Page } from '../../shared/directory/directory.api';

const hooks = [{ type: 'Space', id: 'webhooks' }] as const;
const log = (target: string) => ({ type: 'Space', id: `deliveries/${target}` }) as const;

/** Updates a webhook in the cached list: the next change is based on its version. */
function put(changed: Webhook): (list: Webhook[]) => void {
  const { id, version, url, description, events, enabled } = changed;
  const { disabledReason, secretRotatedAt, createdAt } = changed;
  const known = { id, version, url, description, events, enabled };
  return (list) => {
    const at = list.findIndex((one) => one.id === id);
    // A secret in the answer is not cached.
    if (at >= 0) list[at] = { ...known, disabledReason, secretRotatedAt, createdAt };
  };
}

/** Outgoing webhooks, and deliveries to them and to chats (INT-1, INT-2). */
const webhooksApi = api.injectEndpoints({
  endpoints: (build) => ({
    listWebhooks: build.query<Webhook[], void>({
      query: () => '/webhooks',
      transformResponse: (answer: { items: Webhook[] }) => answer.items,
      providesTags: [...hooks],
      keepUnusedDataFor: 10,
    }),
    addWebhook: build.mutation<WebhookWithSecret, { key: string; input: AddWebhookInput }>({
      query: ({ key, input }) => ({
        url: '/webhooks',
        method: 'POST',
        body: input,
        idempotencyKey: key,
      }),
      invalidatesTags: [...hooks],
    }),
    updateWebhook: build.mutation<Webhook, { webhook: Webhook; change: UpdateWebhookInput }>({
      query: ({ webhook, change }) => ({
        url: `/webhooks/${webhook.id}`,
        method: 'PATCH',
        body: change,
        ifMatch: webhook.version,
      }),
      async onQueryStarted(_asked, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => null);
        if (!answer) return;
        dispatch(webhooksApi.util.updateQueryData('listWebhooks', undefined, put(answer.data)));
      },
      // The list without a webhook that somebody deleted would take away the form that says so.
      invalidatesTags: (answer) => (answer ? [...hooks] : []),
    }),
    /** Switches a webhook on or off, independent of other changes. */
    switchWebhook: build.mutation<Webhook, Pick<Webhook, 'id' | 'enabled'>>({
      query: ({ id, enabled }) => ({
        url: `/webhooks/${id}`,
        method: 'PATCH',
        body: { enabled },
        ifMatch: '*',
      }),
      async onQueryStarted(_asked, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => null);
        if (!answer) return;
        dispatch(webhooksApi.util.updateQueryData('listWebhooks', undefined, put(answer.data)));
      },
      invalidatesTags: [...hooks],
    }),
    rotateWebhookSecret: build.mutation<WebhookWithSecret, { id: string; key: string }>({
      query: ({ id, key }) => ({
        url: `/webhooks/${id}/rotate-secret`,
        method: 'POST',
        idempotencyKey: key,
      }),
      async onQueryStarted(_asked, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => null);
        if (!answer) return;
        dispatch(webhooksApi.util.updateQueryData('listWebhooks', undefined, put(answer.data)));
      },
      invalidatesTags: [...hooks],
    }),
    testWebhook: build.mutation<Delivery, string>({
      query: (id) => ({ url: `/webhooks/${id}/test`, method: 'POST' }),
      invalidatesTags: (_answer, _error, id) => [log(id), ...hooks],
    }),
    deleteWebhook: build.mutation<null, string>({
      query: (id) => ({ url: `/webhooks/${id}`, method: 'DELETE' }),
      invalidatesTags: [...hooks],
    }),
    listDeliveries: build.infiniteQuery<Page<Delivery>, string, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: (last) => last.nextCursor ?? undefined,
      },
      query: ({ queryArg, pageParam }) => ({
        url: '/integrations/deliveries',
        params: { target: queryArg, cursor: pageParam, limit: 10 },
      }),
      providesTags: (_answer, _error, target) => [log(target)],
      keepUnusedDataFor: 5,
    }),
    redeliver: build.mutation<Delivery, Pick<Delivery, 'id' | 'target'>>({
      query: ({ id }) => ({ url: `/integrations/deliveries/${id}/redeliver`, method: 'POST' }),
      invalidatesTags: (_answer, _error, { target }) => [log(target)],
    }),
  }),
});

export const {
  useListWebhooksQuery,
  useAddWebhookMutation,
  useUpdateWebhookMutation,
  useSwitchWebhookMutation,
  useRotateWebhookSecretMutation,
  useTestWebhookMutation,
  useDeleteWebhookMutation,
  useListDeliveriesInfiniteQuery,
  useRedeliverMutation,
} = webhooksApi;
