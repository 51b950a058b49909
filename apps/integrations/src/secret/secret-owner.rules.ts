import type { ChatName } from '@engawa/contracts';

/** What an encrypted text is bound to, so that it cannot take the place of another. */
export const secretOwner = {
  webhook: (space: string, id: string) => `${space}/webhook/${id}`,
  chat: (space: string, chat: ChatName) => `${space}/${chat}`,
  /** A message that waits to be sent to a chat. */
  message: (space: string) => `${space}/text`,
};
