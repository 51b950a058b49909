import type {
  AddUserInput,
  Staff,
  TransferPrimaryAdminInput,
  UpdateUserInput,
} from '@engawa/contracts';
import { api, LIST } from '../../shared/api/api';

/** Administration of the space's staff (IDN-8). */
const staffAdminApi = api.injectEndpoints({
  endpoints: (build) => ({
    getLastSignInTimes: build.query<Record<string, string | null>, void>({
      query: () => '/staffs/last-sign-in-times',
      transformResponse: (answer: { items: { staffId: string; lastSignInAt: string | null }[] }) =>
        Object.fromEntries(answer.items.map((item) => [item.staffId, item.lastSignInAt])),
      keepUnusedDataFor: 10,
    }),
    addUser: build.mutation<Staff, { key: string; input: AddUserInput }>({
      query: ({ key, input }) => ({
        url: '/staffs',
        method: 'POST',
        body: input,
        idempotencyKey: key,
      }),
      invalidatesTags: [{ type: 'Staff', id: LIST }],
    }),
    updateUser: build.mutation<Staff, { staff: Staff; change: UpdateUserInput }>({
      query: ({ staff, change }) => ({
        url: `/staffs/${staff.id}`,
        method: 'PATCH',
        body: change,
        ifMatch: staff.version,
      }),
      invalidatesTags: (_, __, { staff }) => [
        { type: 'Staff', id: staff.id },
        { type: 'Staff', id: LIST },
      ],
    }),
    deactivateStaff: build.mutation<Staff, string>({
      query: (id) => ({ url: `/staffs/${id}/deactivate`, method: 'POST' }),
      invalidatesTags: (_, __, id) => [
        { type: 'Staff', id },
        { type: 'Staff', id: LIST },
      ],
    }),
    activateStaff: build.mutation<Staff, string>({
      query: (id) => ({ url: `/staffs/${id}/activate`, method: 'POST' }),
      invalidatesTags: (_, __, id) => [
        { type: 'Staff', id },
        { type: 'Staff', id: LIST },
      ],
    }),
    sendInvitation: build.mutation<null, { id: string; locale: 'ja' | 'en' }>({
      query: ({ id, locale }) => ({
        url: `/staffs/${id}/invitation`,
        method: 'POST',
        body: { locale },
      }),
    }),
    transferPrimaryAdmin: build.mutation<unknown, TransferPrimaryAdminInput>({
      query: (body) => ({ url: '/space/primary-admin', method: 'POST', body }),
      invalidatesTags: [{ type: 'Staff', id: LIST }, 'Session'],
    }),
  }),
});

export const {
  useGetLastSignInTimesQuery,
  useAddUserMutation,
  useUpdateUserMutation,
  useDeactivateStaffMutation,
  useActivateStaffMutation,
  useSendInvitationMutation,
  useTransferPrimaryAdminMutation,
} = staffAdminApi;
