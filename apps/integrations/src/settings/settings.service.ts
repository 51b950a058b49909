import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import {
  chatNames,
  integrationSettings,
  type ChatName,
  type IntegrationSettings,
  type UpdateIntegrationsInput,
} from '@engawa/contracts';
import { mapWriteErrors } from '@engawa/persistence';
import { PreconditionFailed, ProblemError } from '@engawa/service-kit';
import { auditEvent } from '../audit/audit-event.mapper';
import { ChatService } from '../chat/chat.service';
import { DeliveryRunner } from '../delivery/delivery-runner.service';
import { SecretBox } from '../secret/secret-box.service';
import { secretOwner } from '../secret/secret-owner.rules';
import { QuietSpaces } from '../receiver/quiet-spaces.service';
import { Sender } from '../send/sender.service';
import { SettingsRepository } from './settings.repository';
import type { SettingsDocument } from './settings.schema';

/** The chats of a space (INT-1). */
@Injectable()
export class SettingsService {
  constructor(
    private readonly settings: SettingsRepository,
    private readonly secrets: SecretBox,
    private readonly sender: Sender,
    private readonly chats: ChatService,
    private readonly quiet: QuietSpaces,
    private readonly runner: DeliveryRunner,
  ) {}

  async get(space: string): Promise<IntegrationSettings> {
    return toSettings(await this.settings.getSettings(space));
  }

  async update(
    staff: CurrentStaff,
    ifVersion: number | null,
    input: UpdateIntegrationsInput,
  ): Promise<IntegrationSettings> {
    const change = this.settings.changeSettings(staff.space, ifVersion, (current) => {
      const set = {
        slack: this.merged(staff.space, 'slack', current, input),
        teams: this.merged(staff.space, 'teams', current, input),
        chatwork: {
          ...this.merged(staff.space, 'chatwork', current, input),
          roomId: input.chatwork?.roomId ?? current.chatwork.roomId,
        },
      };
      return { set, events: [this.audit(staff, current, set)] };
    });
    const written = await mapWriteErrors(change, {
      stale: (current: SettingsDocument) =>
        new PreconditionFailed(
          'integrations.settings.stale',
          integrationSettings,
          toSettings(current),
        ),
    });
    this.quiet.forget(staff.space);
    for (const receiver of chatNames) {
      if (input[receiver]) this.runner.resume({ space: staff.space, receiver });
    }
    return toSettings(written);
  }

  /** Sends a test message immediately; throws the specification's message if that fails. */
  async test(space: string, chat: ChatName): Promise<{ success: true }> {
    const settings = await this.settings.getSettings(space);
    const sent = await this.chats.send(settings, chat, 'Engawa: テスト通知です / This is a test');
    if (sent === null) throw new ProblemError('integrations.test.not-configured', { status: 409 });
    const ok = sent.status !== null && sent.status >= 200 && sent.status < 300;
    if (!ok) throw new ProblemError(`integrations.test.${chat}-failed`, { status: 422 });
    this.runner.resume({ space, receiver: chat });
    return { success: true };
  }

  private merged(
    space: string,
    chat: ChatName,
    current: SettingsDocument,
    input: UpdateIntegrationsInput,
  ): SettingsDocument['slack'] {
    const { enabled, kinds, secret, hint, failingSince, disabledReason } = current[chat];
    const given = input[chat];
    const typed =
      chat === 'chatwork' ? input.chatwork?.token : (input[chat]?.webhookUrl as string | undefined);
    const kept = {
      enabled: given?.enabled ?? enabled,
      kinds: given?.kinds ?? kinds,
      // Turned on again, or with a new address, it starts without failures.
      ...(given?.enabled || typed !== undefined
        ? { failingSince: null, disabledReason: null }
        : { failingSince: failingSince ?? null, disabledReason: disabledReason ?? null }),
    };
    if (typed === undefined) return { ...kept, secret, hint };
    if (typed === '') return { ...kept, enabled: false, secret: null, hint: null };
    if (chat !== 'chatwork' && this.sender.target(typed) === null) {
      throw new ProblemError('integrations.address.refused', {
        status: 422,
        errors: [{ pointer: `/body/${chat}/webhookUrl`, code: 'refused' }],
      });
    }
    return {
      ...kept,
      secret: this.secrets.seal(secretOwner.chat(space, chat), typed),
      hint: typed.slice(-4),
    };
  }

  private audit(
    staff: CurrentStaff,
    before: SettingsDocument,
    after: Pick<SettingsDocument, ChatName>,
  ) {
    return auditEvent(staff, {
      action: 'integrations.settings.updated',
      target: { type: 'integrations', id: 'integrations', name: '' },
      changes: chatNames.flatMap((chat) =>
        before[chat].enabled === after[chat].enabled && before[chat].hint === after[chat].hint
          ? []
          : [{ field: chat, before: before[chat].enabled, after: after[chat].enabled }],
      ),
    });
  }
}

function toSettings(document: SettingsDocument): IntegrationSettings {
  const chat = ({ enabled, kinds, hint, disabledReason }: SettingsDocument['slack']) => ({
    enabled,
    disabledReason: disabledReason ?? null,
    kinds,
    secretHint: hint,
  });
  return {
    version: document.version,
    slack: chat(document.slack),
    teams: chat(document.teams),
    chatwork: { ...chat(document.chatwork), roomId: document.chatwork.roomId },
  };
}
