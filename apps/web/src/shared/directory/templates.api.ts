import type { PostTemplate } from '@engawa/contracts';
import { api, LIST } from '../api/api';

/** The templates of the space, which the composer uses and administrators edit (TML-15). */
export const templatesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listPostTemplates: build.query<PostTemplate[], void>({
      query: () => '/post-templates',
      transformResponse: (answer: { items: PostTemplate[] }) => answer.items,
      // A deleted label is no longer among those of its templates.
      providesTags: [
        { type: 'PostTemplate', id: LIST },
        { type: 'Label', id: LIST },
      ],
      keepUnusedDataFor: 3600,
    }),
  }),
});

export const { useListPostTemplatesQuery } = templatesApi;
