import type { LabelHint, ListLabelHintsAnswer } from '@engawa/contracts';
import { api } from '../../../shared/api/api';

const labelHintsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Words that stand for labels, learned from the posts of the space. */
    listLabelHints: build.query<LabelHint[], void>({
      query: () => '/insights/label-hints',
      transformResponse: ({ items }: ListLabelHintsAnswer) => items,
      keepUnusedDataFor: 3600,
    }),
  }),
});

export const { useListLabelHintsQuery } = labelHintsApi;
