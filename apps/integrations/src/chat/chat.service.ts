import { Injectable } from '@nestjs/common';
import type { ChatName } from '@engawa/contracts';
import { InjectConfig } from '@engawa/service-kit';
import type { IntegrationsConfig } from '../integrations.config';
import { SecretBox } from '../secret/secret-box.service';
import { secretOwner } from '../secret/secret-owner.rules';
import { Sender, type Sent } from '../send/sender.service';
import type { SettingsDocument } from '../settings/settings.schema';
import { chatBody } from './chat-message.rules';

/** Sends texts to the chats of a space. */
@Injectable()
export class ChatService {
  constructor(
    private readonly secrets: SecretBox,
    private readonly sender: Sender,
    @InjectConfig() private readonly config: IntegrationsConfig,
  ) {}

  /** Null when the chat is not set up. */
  async send(settings: SettingsDocument, chat: ChatName, text: string): Promise<Sent | null> {
    const { secret } = settings[chat];
    if (secret === null) return null;
    const opened = this.secrets.openStored(secretOwner.chat(settings.space, chat), secret);
    if (opened === null) return null;
    const { headers, body } = chatBody(chat, text);
    if (chat !== 'chatwork') return this.sender.post(opened, headers, body);
    const { roomId } = settings.chatwork;
    if (roomId === '') return null;
    const url = `${this.config.CHATWORK_URL.replace(/\/$/, '')}/v2/rooms/${encodeURIComponent(roomId)}/messages`;
    return this.sender.post(url, { ...headers, 'x-chatworktoken': opened }, body);
  }
}
