/** The content of a post before anything is written. */
export const emptyContent = {
  memo: '',
  memberIds: [] as string[],
  mentions: [] as string[],
  labelIds: [] as string[],
  task: null,
  attachmentIds: [] as string[],
  mustRead: false,
  introduction: null,
};
