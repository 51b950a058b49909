import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import {
  addWebhookInput,
  delivery,
  listWebhooksAnswer,
  replayWebhookAnswer,
  replayWebhookInput,
  updateWebhookInput,
  webhook,
  webhookWithSecret,
} from '@engawa/contracts';
import {
  Answer,
  createDto,
  Idempotent,
  IdPathDto,
  IfMatch,
  Operation,
  Problems,
} from '@engawa/service-kit';
import { DeliveryService } from '../delivery/delivery.service';
import { WebhookService } from './webhook.service';

export class AddWebhookDto extends createDto(addWebhookInput) {}
export class ReplayWebhookDto extends createDto(replayWebhookInput) {}
export class UpdateWebhookDto extends createDto(updateWebhookInput) {}

@Controller('webhooks')
export class WebhookController {
  constructor(
    private readonly webhooks: WebhookService,
    private readonly deliveries: DeliveryService,
  ) {}

  @Get()
  @Can('integration.manage')
  @Operation('listWebhooks', {
    summary: 'List webhooks',
    description: 'Returns the outgoing webhooks of the space, without their secrets.',
  })
  @Answer(200, listWebhooksAnswer)
  async list(@CurrentStaff() staff: CurrentStaff) {
    return { items: await this.webhooks.list(staff.space) };
  }

  @Post()
  @Idempotent()
  @Can('integration.manage')
  @Operation('addWebhook', {
    summary: 'Add a webhook',
    description:
      'Adds a receiver of events, signed after the Standard Webhooks specification. The secret is returned only in this response. Addresses inside private networks are refused.',
  })
  @Answer(201, webhookWithSecret)
  @Problems('integrations.address.refused', 'integrations.webhook.too-many')
  add(@CurrentStaff() staff: CurrentStaff, @Body() body: AddWebhookDto) {
    return this.webhooks.add(staff, body);
  }

  @Patch(':id')
  @Can('integration.manage')
  @Operation('updateWebhook', {
    summary: 'Update a webhook',
    description: 'Changes address, events or name of a webhook, or switches it on or off.',
  })
  @Answer(200, webhook)
  @Problems(
    'integrations.webhook.not-found',
    'integrations.webhook.stale',
    'integrations.address.refused',
  )
  update(
    @CurrentStaff() staff: CurrentStaff,
    @Param() { id }: IdPathDto,
    @IfMatch() ifVersion: number | null,
    @Body() body: UpdateWebhookDto,
  ) {
    return this.webhooks.update(staff, id, ifVersion, body);
  }

  @Post(':id/rotate-secret')
  @Idempotent()
  @Can('integration.manage')
  @Operation('rotateWebhookSecret', {
    summary: 'Rotate the secret of a webhook',
    description:
      'Returns a new secret. For one day deliveries carry signatures of the old and the new secret.',
  })
  @Answer(200, webhookWithSecret)
  @Problems('integrations.webhook.not-found')
  rotate(@CurrentStaff() staff: CurrentStaff, @Param() { id }: IdPathDto) {
    return this.webhooks.rotate(staff, id);
  }

  @Post(':id/test')
  @Idempotent()
  @Can('integration.manage')
  @Operation('testWebhook', {
    summary: 'Send a test delivery',
    description:
      'Sends a signed test message at once, also to a webhook that is switched off, and returns its result.',
  })
  @Answer(200, delivery)
  @Problems('integrations.webhook.not-found')
  test(@CurrentStaff() staff: CurrentStaff, @Param() { id }: IdPathDto) {
    return this.deliveries.test(staff.space, id);
  }

  @Post(':id/replay')
  @Can('integration.manage')
  @Operation('replayWebhook', {
    summary: 'Replay deliveries of a range of time',
    description:
      'Sends the deliveries of a range of time again, with the same ids and new signatures, and without delay also those that wait for their next attempt. Deliveries are kept for 30 days.',
  })
  @Answer(202, replayWebhookAnswer)
  @Problems('integrations.webhook.not-found')
  async replay(
    @CurrentStaff() staff: CurrentStaff,
    @Param() { id }: IdPathDto,
    @Body() input: ReplayWebhookDto,
  ) {
    return { count: await this.deliveries.replay(staff.space, id, input) };
  }

  @Delete(':id')
  @Can('integration.manage')
  @Operation('deleteWebhook', {
    summary: 'Delete a webhook',
    description: 'Deletes a webhook. Deliveries that wait for it are not sent.',
  })
  @Answer(204, null)
  @Problems('integrations.webhook.not-found', 'integrations.webhook.stale')
  remove(
    @CurrentStaff() staff: CurrentStaff,
    @Param() { id }: IdPathDto,
    @IfMatch({ optional: true }) ifVersion: number | null,
  ) {
    return this.webhooks.remove(staff, id, ifVersion);
  }
}
