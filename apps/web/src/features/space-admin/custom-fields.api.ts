import type { AddCustomFieldInput, CustomField, UpdateCustomFieldInput } from '@engawa/contracts';
import { api, LIST } from '../../shared/api/api';
import { shownUntil } from '../../shared/api/shown-changes';
import { directoryApi } from '../../shared/directory/directory.api';

const fields = { type: 'CustomField', id: LIST } as const;
const members = { type: 'Member', id: LIST } as const;

const customFieldsApi = api.injectEndpoints({
  endpoints: (build) => ({
    addCustomField: build.mutation<CustomField, { key: string; input: AddCustomFieldInput }>({
      query: ({ key, input }) => ({
        url: '/custom-fields',
        method: 'POST',
        body: input,
        idempotencyKey: key,
      }),
      invalidatesTags: [fields],
    }),
    updateCustomField: build.mutation<
      CustomField,
      { field: CustomField; change: UpdateCustomFieldInput }
    >({
      query: ({ field, change }) => ({
        url: `/custom-fields/${field.id}`,
        method: 'PATCH',
        body: change,
        ifMatch: field.version,
      }),
      invalidatesTags: [fields, members],
    }),
    orderCustomFields: build.mutation<unknown, string[]>({
      query: (ids) => ({ url: '/custom-fields/order', method: 'PUT', body: { ids } }),
      invalidatesTags: [fields],
      async onQueryStarted(ids, { dispatch, queryFulfilled }) {
        const patch = dispatch(
          directoryApi.util.updateQueryData('listCustomFields', undefined, (draft) => {
            draft.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
          }),
        );
        shownUntil(queryFulfilled, directoryApi.endpoints.listCustomFields);
        await queryFulfilled.catch(patch.undo);
      },
    }),
    deleteCustomField: build.mutation<null, string>({
      query: (id) => ({ url: `/custom-fields/${id}`, method: 'DELETE' }),
      invalidatesTags: [fields, members],
    }),
  }),
});

export const {
  useAddCustomFieldMutation,
  useUpdateCustomFieldMutation,
  useOrderCustomFieldsMutation,
  useDeleteCustomFieldMutation,
} = customFieldsApi;
