import { Body, Controller, Get, Patch, Post } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import {
  integrationSettings,
  testIntegrationAnswer,
  updateIntegrationsInput,
} from '@engawa/contracts';
import { Answer, createDto, IfMatch, Operation, Problems } from '@engawa/service-kit';
import { SettingsService } from './settings.service';

export class UpdateIntegrationsDto extends createDto(updateIntegrationsInput) {}

@Controller('integrations')
export class SettingsController {
  constructor(private readonly settings: SettingsService) {}

  @Get()
  @Can('integration.manage')
  @Operation('getIntegrations', {
    summary: 'Get chat integrations',
    description: 'Returns the Slack, Teams and Chatwork settings of the space. Secrets are masked.',
  })
  @Answer(200, integrationSettings)
  get(@CurrentStaff() staff: CurrentStaff) {
    return this.settings.get(staff.space);
  }

  @Patch()
  @Can('integration.manage')
  @Operation('updateIntegrations', {
    summary: 'Update chat integrations',
    description:
      'Changes the given chats; the others stay as they are. Addresses inside private networks are refused.',
  })
  @Answer(200, integrationSettings)
  @Problems('integrations.settings.stale', 'integrations.address.refused')
  update(
    @CurrentStaff() staff: CurrentStaff,
    @IfMatch() ifVersion: number | null,
    @Body() body: UpdateIntegrationsDto,
  ) {
    return this.settings.update(staff, ifVersion, body);
  }

  @Post('slack/test')
  @Can('integration.manage')
  @Operation('testSlackNotification', {
    summary: 'Send a test message to Slack',
    description: 'Sends a message with the saved settings and waits for the response of Slack.',
  })
  @Answer(200, testIntegrationAnswer)
  @Problems('integrations.test.not-configured', 'integrations.test.slack-failed')
  testSlack(@CurrentStaff() staff: CurrentStaff) {
    return this.settings.test(staff.space, 'slack');
  }

  @Post('teams/test')
  @Can('integration.manage')
  @Operation('testTeamsNotification', {
    summary: 'Send a test message to Teams',
    description: 'Sends a message with the saved settings and waits for the response of Teams.',
  })
  @Answer(200, testIntegrationAnswer)
  @Problems('integrations.test.not-configured', 'integrations.test.teams-failed')
  testTeams(@CurrentStaff() staff: CurrentStaff) {
    return this.settings.test(staff.space, 'teams');
  }

  @Post('chatwork/test')
  @Can('integration.manage')
  @Operation('testChatworkNotification', {
    summary: 'Send a test message to Chatwork',
    description: 'Sends a message with the saved settings and waits for the response of Chatwork.',
  })
  @Answer(200, testIntegrationAnswer)
  @Problems('integrations.test.not-configured', 'integrations.test.chatwork-failed')
  testChatwork(@CurrentStaff() staff: CurrentStaff) {
    return this.settings.test(staff.space, 'chatwork');
  }
}
