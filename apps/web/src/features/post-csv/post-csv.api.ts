import type { ListPostImportRowsAnswer, PostImport } from '@engawa/contracts';
import { api, LIST, type Tag } from '../../shared/api/api';
import type { Page } from '../../shared/directory/directory.api';

/** Rejected rows per page. */
export const ROWS_PAGE = 50;

const imports = (id: string): Tag[] => [
  { type: 'PostImport', id },
  { type: 'PostImport', id: LIST },
];

/** Filter of an import's rejected rows. */
export interface ImportRowsFilter {
  id: string;
  /** Check and run have different rows. */
  state: PostImport['state'];
  afterRow: number;
}

/** Posts from a CSV file (TML-9). */
export const postCsvApi = api.injectEndpoints({
  endpoints: (build) => ({
    listPostImports: build.query<PostImport[], void>({
      query: () => ({ url: '/posts/imports', params: { limit: 10 } }),
      transformResponse: (answer: Page<PostImport>) => answer.items,
      providesTags: [{ type: 'PostImport', id: LIST }],
      keepUnusedDataFor: 5,
    }),
    getPostImport: build.query<PostImport, string>({
      query: (id) => `/posts/imports/${encodeURIComponent(id)}`,
      providesTags: (_, __, id) => [{ type: 'PostImport', id }],
      keepUnusedDataFor: 5,
    }),
    listPostImportRows: build.query<ListPostImportRowsAnswer, ImportRowsFilter>({
      query: ({ id, afterRow }) => ({
        url: `/posts/imports/${encodeURIComponent(id)}/rows`,
        params: { limit: ROWS_PAGE, afterRow },
      }),
      keepUnusedDataFor: 5,
    }),
    /** Uploads a file and starts its check. */
    checkPostCsv: build.mutation<PostImport, File>({
      query: (file) => {
        const body = new FormData();
        body.append('file', file, file.name);
        return { url: '/posts/imports', method: 'POST', body };
      },
      invalidatesTags: [{ type: 'PostImport', id: LIST }],
    }),
    cancelPostImport: build.mutation<PostImport, string>({
      query: (id) => ({
        url: `/posts/imports/${encodeURIComponent(id)}/cancel`,
        method: 'POST',
      }),
      invalidatesTags: (_, __, id) => imports(id),
    }),
    runPostImport: build.mutation<PostImport, string>({
      query: (id) => ({ url: `/posts/imports/${encodeURIComponent(id)}/run`, method: 'POST' }),
      invalidatesTags: (_, __, id) => imports(id),
    }),
  }),
});

export const {
  useListPostImportRowsQuery,
  useCheckPostCsvMutation,
  useCancelPostImportMutation,
  useRunPostImportMutation,
} = postCsvApi;
