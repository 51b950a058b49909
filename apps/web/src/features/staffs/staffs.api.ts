import type { Staff } from '@engawa/contracts';
import { api } from '../../shared/api/api';

const staffsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getStaff: build.query<Staff, string>({
      query: (id) => `/staffs/${id}`,
      providesTags: (_, __, id) => [{ type: 'Staff', id }],
    }),
  }),
});

export const { useGetStaffQuery } = staffsApi;
