import type { Attachment } from '@engawa/contracts';
import { api } from '../../../shared/api/api';

/** Files of posts and comments (TML-6). */
const attachmentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    uploadAttachment: build.mutation<Attachment, File>({
      query: (file) => {
        const body = new FormData();
        body.append('file', file, file.name);
        return { url: '/attachments', method: 'POST', body };
      },
    }),
  }),
});

export const { useUploadAttachmentMutation } = attachmentsApi;
