import type {
  Member,
  MemberImport,
  MemberImportMode,
  MemberImportRow,
  MemberImportVerdict,
  MemberMerge,
  MergeMembersInput,
  MergePreview,
  StandingMerge,
  UploadMemberPhotosAnswer,
} from '@engawa/contracts';
import { api, LIST, type Tag } from '../../shared/api/api';
import type { Page } from '../../shared/directory/directory.api';

/** Rows per page of a check or report. */
export const ROWS_PAGE = 50;

const uploadPath: Record<MemberImportMode, string> = {
  add: 'add',
  update: 'update',
  updateType: 'update-type',
};

function bodyOf(files: readonly File[]): FormData {
  const body = new FormData();
  for (const file of files) body.append('file', file, file.name);
  return body;
}

const imports = (id: string): Tag[] => [
  { type: 'MemberImport', id },
  { type: 'MemberImport', id: LIST },
];
const afterMerge: Tag[] = [
  { type: 'MemberDuplicate', id: LIST },
  { type: 'Member', id: LIST },
];

/** Filter of an import's rows. */
export interface ImportRowsFilter {
  id: string;
  /** Check and run have different rows. */
  state: MemberImport['state'];
  verdict: MemberImportVerdict | null;
  afterRow: number;
}

/** Imports of members and photos, and merges (MBR-4, MBR-5). */
export const memberCsvApi = api.injectEndpoints({
  endpoints: (build) => ({
    listMemberImports: build.query<MemberImport[], void>({
      query: () => ({ url: '/members/imports', params: { limit: 10 } }),
      transformResponse: (answer: Page<MemberImport>) => answer.items,
      providesTags: [{ type: 'MemberImport', id: LIST }],
      keepUnusedDataFor: 5,
    }),
    getMemberImport: build.query<MemberImport, string>({
      query: (id) => `/members/imports/${encodeURIComponent(id)}`,
      providesTags: (_, __, id) => [{ type: 'MemberImport', id }],
      keepUnusedDataFor: 5,
    }),
    listMemberImportRows: build.query<
      { items: MemberImportRow[]; nextRow: number | null },
      ImportRowsFilter
    >({
      query: ({ id, verdict, afterRow }) => ({
        url: `/members/imports/${encodeURIComponent(id)}/rows`,
        params: { verdict, afterRow, limit: ROWS_PAGE },
      }),
      keepUnusedDataFor: 30,
    }),
    checkMemberCsv: build.mutation<MemberImport, { mode: MemberImportMode; file: File }>({
      query: ({ mode, file }) => ({
        url: `/members/imports/${uploadPath[mode]}`,
        method: 'POST',
        body: bodyOf([file]),
      }),
      invalidatesTags: [{ type: 'MemberImport', id: LIST }],
    }),
    cancelMemberImport: build.mutation<MemberImport, string>({
      query: (id) => ({
        url: `/members/imports/${encodeURIComponent(id)}/cancel`,
        method: 'POST',
      }),
      invalidatesTags: (_, __, id) => imports(id),
    }),
    runMemberImport: build.mutation<MemberImport, { id: string; addDuplicates: boolean }>({
      query: ({ id, addDuplicates }) => ({
        url: `/members/imports/${id}/run`,
        method: 'POST',
        body: { addDuplicates },
      }),
      invalidatesTags: (_, __, { id }) => imports(id),
    }),
    revertMemberImport: build.mutation<MemberImport, string>({
      query: (id) => ({ url: `/members/imports/${id}/revert`, method: 'POST' }),
      invalidatesTags: (_, __, id) => imports(id),
    }),
    uploadMemberPhotos: build.mutation<UploadMemberPhotosAnswer['items'], readonly File[]>({
      query: (files) => ({ url: '/members/photos', method: 'POST', body: bodyOf(files) }),
      transformResponse: (answer: UploadMemberPhotosAnswer) => answer.items,
      invalidatesTags: [{ type: 'Member', id: LIST }],
    }),
    listDuplicateMembers: build.query<{ members: Member[] }[], void>({
      query: () => '/members/duplicates',
      transformResponse: (answer: { groups: { members: Member[] }[] }) => answer.groups,
      providesTags: [{ type: 'MemberDuplicate', id: LIST }],
      keepUnusedDataFor: 30,
    }),
    listMemberMerges: build.infiniteQuery<Page<StandingMerge>, void, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: (last) => last.nextCursor ?? undefined,
      },
      query: ({ pageParam }) => ({
        url: '/members/merges',
        params: { cursor: pageParam ?? undefined, limit: 5 },
      }),
      providesTags: [
        { type: 'MemberDuplicate', id: LIST },
        { type: 'Member', id: LIST },
      ],
      keepUnusedDataFor: 30,
    }),
    previewMemberMerge: build.query<MergePreview, MergeMembersInput>({
      query: (body) => ({ url: '/members/merges/preview', method: 'POST', body }),
      keepUnusedDataFor: 0,
    }),
    mergeMembers: build.mutation<MemberMerge, { key: string; input: MergeMembersInput }>({
      query: ({ key, input }) => ({
        url: '/members/merges',
        method: 'POST',
        body: input,
        idempotencyKey: key,
      }),
      invalidatesTags: (_, __, { input: { keptId, otherId } }) => [
        ...afterMerge,
        { type: 'Member', id: keptId },
        { type: 'Member', id: otherId },
      ],
    }),
    undoMemberMerge: build.mutation<MemberMerge, Pick<MergeMembersInput, 'keptId' | 'otherId'>>({
      query: ({ otherId }) => ({ url: `/members/merges/${otherId}/undo`, method: 'POST' }),
      invalidatesTags: (_, __, { keptId, otherId }) => [
        ...afterMerge,
        { type: 'Member', id: keptId },
        { type: 'Member', id: otherId },
      ],
    }),
  }),
});

export const {
  useListMemberImportRowsQuery,
  useCheckMemberCsvMutation,
  useCancelMemberImportMutation,
  useRunMemberImportMutation,
  useRevertMemberImportMutation,
  useUploadMemberPhotosMutation,
  useListDuplicateMembersQuery,
  useListMemberMergesInfiniteQuery,
  usePreviewMemberMergeQuery,
  useMergeMembersMutation,
  useUndoMemberMergeMutation,
} = memberCsvApi;
