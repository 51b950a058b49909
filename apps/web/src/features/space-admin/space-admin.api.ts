import type {
  CreateLabelInput,
  CreatePostTemplateInput,
  CreateReactionInput,
  Label,
  MemberType,
  PostTemplate,
  Reaction,
  Space,
  UpdateLabelInput,
  UpdatePostTemplateInput,
  UpdateReactionInput,
  UpdateSpaceInput,
} from '@engawa/contracts';
import { api, LIST, type TagType } from '../../shared/api/api';
import { shownUntil } from '../../shared/api/shown-changes';
import { directoryApi } from '../../shared/directory/directory.api';
import { templatesApi } from '../../shared/directory/templates.api';

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

    addMemberType: build.mutation<MemberType, { key: string; input: { name: string } }>({
      query: ({ key, input }) => ({
        url: '/member-types',
        method: 'POST',
        body: input,
        idempotencyKey: key,
      }),
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
        shownUntil(queryFulfilled, directoryApi.endpoints.listMemberTypes);
        await queryFulfilled.catch(patch.undo);
      },
    }),
    deleteMemberType: build.mutation<null, string>({
      query: (id) => ({ url: `/member-types/${id}`, method: 'DELETE' }),
      invalidatesTags: [...list('MemberType'), ...list('Member')],
    }),

    createLabel: build.mutation<Label, { key: string; input: CreateLabelInput }>({
      query: ({ key, input }) => ({
        url: '/labels',
        method: 'POST',
        body: input,
        idempotencyKey: key,
      }),
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
        shownUntil(queryFulfilled, directoryApi.endpoints.listLabels);
        await queryFulfilled.catch(patch.undo);
      },
    }),
    deleteLabel: build.mutation<null, string>({
      query: (id) => ({ url: `/labels/${id}`, method: 'DELETE' }),
      invalidatesTags: list('Label'),
    }),

    createPostTemplate: build.mutation<
      PostTemplate,
      { key: string; input: CreatePostTemplateInput }
    >({
      query: ({ key, input }) => ({
        url: '/post-templates',
        method: 'POST',
        body: input,
        idempotencyKey: key,
      }),
      invalidatesTags: list('PostTemplate'),
    }),
    updatePostTemplate: build.mutation<
      PostTemplate,
      { template: PostTemplate; change: UpdatePostTemplateInput }
    >({
      query: ({ template, change }) => ({
        url: `/post-templates/${template.id}`,
        method: 'PATCH',
        body: change,
        ifMatch: template.version,
      }),
      invalidatesTags: list('PostTemplate'),
    }),
    orderPostTemplates: build.mutation<unknown, string[]>({
      query: (ids) => ({ url: '/post-templates/order', method: 'PUT', body: { ids } }),
      invalidatesTags: list('PostTemplate'),
      async onQueryStarted(ids, { dispatch, queryFulfilled }) {
        const patch = dispatch(
          templatesApi.util.updateQueryData('listPostTemplates', undefined, (draft) => {
            draft.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
          }),
        );
        shownUntil(queryFulfilled, templatesApi.endpoints.listPostTemplates);
        await queryFulfilled.catch(patch.undo);
      },
    }),
    deletePostTemplate: build.mutation<null, string>({
      query: (id) => ({ url: `/post-templates/${id}`, method: 'DELETE' }),
      invalidatesTags: list('PostTemplate'),
    }),

    createReaction: build.mutation<Reaction, { key: string; input: CreateReactionInput }>({
      query: ({ key, input }) => ({
        url: '/reactions',
        method: 'POST',
        body: input,
        idempotencyKey: key,
      }),
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
        shownUntil(queryFulfilled, directoryApi.endpoints.listReactions);
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
  useCreatePostTemplateMutation,
  useUpdatePostTemplateMutation,
  useOrderPostTemplatesMutation,
  useDeletePostTemplateMutation,
  useCreateReactionMutation,
  useUpdateReactionMutation,
  useOrderReactionsMutation,
  useDeleteReactionMutation,
} = spaceAdminApi;
