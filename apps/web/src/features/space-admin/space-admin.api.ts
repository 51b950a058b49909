import type {
  CreateLabelInput,
  CreateReactionInput,
  Label,
  MemberType,
  Reaction,
  Space,
  UpdateLabelInput,
  UpdateReactionInput,
  UpdateSpaceInput,
} from '@engawa/contracts';
import { api, LIST, type TagType } from '../../shared/api/api';
import { directoryApi } from '../../shared/directory/directory.api';

const list = (type: TagType) => [{ type, id: LIST }];

/** What administrators set for the whole space. */
const spaceAdminApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSpace: build.query<Space, void>({
      query: () => '/space',
      providesTags: ['Space'],
    }),
    updateSpace: build.mutation<Space, { version: number; change: UpdateSpaceInput }>({
      query: ({ version, change }) => ({
        url: '/space',
        method: 'PATCH',
        body: change,
        ifMatch: version,
      }),
      invalidatesTags: ['Session', 'Space'],
    }),

    addMemberType: build.mutation<MemberType, { name: string }>({
      query: (body) => ({ url: '/member-types', method: 'POST', body }),
      invalidatesTags: list('MemberType'),
    }),
    renameMemberType: build.mutation<MemberType, { type: MemberType; name: string }>({
      query: ({ type, name }) => ({
        url: `/member-types/${type.id}`,
        method: 'PATCH',
        body: { name },
        ifMatch: type.version,
      }),
      invalidatesTags: [...list('MemberType'), ...list('Member')],
    }),
    orderMemberTypes: build.mutation<unknown, string[]>({
      query: (ids) => ({ url: '/member-types/order', method: 'PUT', body: { ids } }),
      invalidatesTags: list('MemberType'),
      async onQueryStarted(ids, { dispatch, queryFulfilled }) {
        const patch = dispatch(
          directoryApi.util.updateQueryData('listMemberTypes', undefined, (draft) => {
            draft.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
          }),
        );
        await queryFulfilled.catch(patch.undo);
      },
    }),
    deleteMemberType: build.mutation<null, string>({
      query: (id) => ({ url: `/member-types/${id}`, method: 'DELETE' }),
      invalidatesTags: [...list('MemberType'), ...list('Member')],
    }),

    createLabel: build.mutation<Label, CreateLabelInput>({
      query: (body) => ({ url: '/labels', method: 'POST', body }),
      invalidatesTags: list('Label'),
    }),
    updateLabel: build.mutation<Label, { label: Label; change: UpdateLabelInput }>({
      query: ({ label, change }) => ({
        url: `/labels/${label.id}`,
        method: 'PATCH',
        body: change,
        ifMatch: label.version,
      }),
      invalidatesTags: list('Label'),
    }),
    orderLabels: build.mutation<unknown, string[]>({
      query: (ids) => ({ url: '/labels/order', method: 'PUT', body: { ids } }),
      invalidatesTags: list('Label'),
      async onQueryStarted(ids, { dispatch, queryFulfilled }) {
        const patch = dispatch(
          directoryApi.util.updateQueryData('listLabels', undefined, (draft) => {
            draft.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
          }),
        );
        await queryFulfilled.catch(patch.undo);
      },
    }),
    deleteLabel: build.mutation<null, string>({
      query: (id) => ({ url: `/labels/${id}`, method: 'DELETE' }),
      invalidatesTags: list('Label'),
    }),

    createReaction: build.mutation<Reaction, CreateReactionInput>({
      query: (body) => ({ url: '/reactions', method: 'POST', body }),
      invalidatesTags: list('Reaction'),
    }),
    updateReaction: build.mutation<Reaction, { reaction: Reaction; change: UpdateReactionInput }>({
      query: ({ reaction, change }) => ({
        url: `/reactions/${reaction.id}`,
        method: 'PATCH',
        body: change,
        ifMatch: reaction.version,
      }),
      invalidatesTags: list('Reaction'),
    }),
    orderReactions: build.mutation<unknown, string[]>({
      query: (ids) => ({ url: '/reactions/order', method: 'PUT', body: { ids } }),
      invalidatesTags: list('Reaction'),
      async onQueryStarted(ids, { dispatch, queryFulfilled }) {
        const patch = dispatch(
          directoryApi.util.updateQueryData('listReactions', undefined, (draft) => {
            draft.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
          }),
        );
        await queryFulfilled.catch(patch.undo);
      },
    }),
    deleteReaction: build.mutation<null, string>({
      query: (id) => ({ url: `/reactions/${id}`, method: 'DELETE' }),
      invalidatesTags: list('Reaction'),
    }),
  }),
});

export const {
  useGetSpaceQuery,
  useUpdateSpaceMutation,
  useAddMemberTypeMutation,
  useRenameMemberTypeMutation,
  useOrderMemberTypesMutation,
  useDeleteMemberTypeMutation,
  useCreateLabelMutation,
  useUpdateLabelMutation,
  useOrderLabelsMutation,
  useDeleteLabelMutation,
  useCreateReactionMutation,
  useUpdateReactionMutation,
  useOrderReactionsMutation,
  useDeleteReactionMutation,
} = spaceAdminApi;
