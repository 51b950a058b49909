import type { Insights } from '@engawa/contracts';
import { api } from '../../shared/api/api';

export interface InsightsArgs {
  from: string;
  to: string;
  unit: 'day' | 'week' | 'month';
  deactivated: 'true' | 'false';
}

export const dashboardApi = api.injectEndpoints({
  endpoints: (build) => ({
    getInsights: build.query<Insights, InsightsArgs>({
      query: (params) => ({ url: '/insights', params }),
      keepUnusedDataFor: 30,
    }),
  }),
});

export const { useGetInsightsQuery } = dashboardApi;
