import type { PostImport } from '@engawa/contracts';
import { api, LIST } from '../../shared/api/api';

function bodyOf(file: File): FormData {
  const body = new FormData();
  body.append('file', file, file.name);
  return body;
}

/** Posts from a CSV file (TML-9). */
export const postCsvApi = api.injectEndpoints({
  endpoints: (build) => ({
    listPostImports: build.query<PostImport[], void>({
      query: () => '/posts/imports',
      transformResponse: (answer: { items: PostImport[] }) => answer.items,
      providesTags: [{ type: 'PostImport', id: LIST }],
      keepUnusedDataFor: 5,
    }),
    getPostImport: build.query<PostImport, string>({
      query: (id) => `/posts/imports/${encodeURIComponent(id)}`,
      providesTags: (_, __, id) => [{ type: 'PostImport', id }],
      keepUnusedDataFor: 5,
    }),
    /** Says what a file would do; nothing is written. */
    checkPostCsv: build.mutation<PostImport, File>({
      query: (file) => ({
        url: '/posts/imports',
        params: { dryRun: true },
        method: 'POST',
        body: bodyOf(file),
      }),
    }),
    /** Begins the import, which goes on by itself. */
    importPostCsv: build.mutation<PostImport, File>({
      query: (file) => ({
        url: '/posts/imports',
        params: { dryRun: false },
        method: 'POST',
        body: bodyOf(file),
      }),
      invalidatesTags: [{ type: 'PostImport', id: LIST }],
    }),
  }),
});

export const { useCheckPostCsvMutation, useImportPostCsvMutation } = postCsvApi;
