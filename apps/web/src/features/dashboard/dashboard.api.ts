import type { Insights } from '@engawa/contracts';
import { api } from '../../shared/api/api';

export interface InsightsWish {
  from: string;
  to: string;
  unit: 'day' | 'week' | 'month';
  deactivated: 'true' | 'false';
}

export const dashboardApi = api.injectEndpoints({
  endpoints: (build) => ({
    getInsights: build.query<Insights, InsightsWish>({
      query: (params) => ({ url: '/insights', params }),
      keepUnusedDataFor: 30,
    }),
  }),
});

export const { useGetInsightsQuery } = dashboardApi;
