import { Controller, Get, Param, Post, Query } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import { delivery, listDeliveriesAnswer, listDeliveriesQuery } from '@engawa/contracts';
import { Answer, createDto, Idempotent, IdPathDto, Operation, Problems } from '@engawa/service-kit';
import { DeliveryService } from './delivery.service';

export class ListDeliveriesDto extends createDto(listDeliveriesQuery) {}

@Controller('integrations/deliveries')
export class DeliveryController {
  constructor(private readonly deliveries: DeliveryService) {}

  @Get()
  @Can('integration.manage')
  @Operation('listDeliveries', {
    summary: 'List deliveries',
    description:
      'Returns what was sent to chats and webhooks with the last result of each delivery, newest first.',
  })
  @Answer(200, listDeliveriesAnswer)
  list(@CurrentStaff() staff: CurrentStaff, @Query() query: ListDeliveriesDto) {
    return this.deliveries.list(staff.space, query);
  }

  @Post(':id/redeliver')
  @Idempotent()
  @Can('integration.manage')
  @Operation('redeliver', {
    summary: 'Redeliver',
    description:
      'Queues a delivery again with its original id and payload. The payload is kept for a limited time.',
  })
  @Answer(202, delivery)
  @Problems('integrations.delivery.not-found', 'integrations.delivery.emptied')
  redeliver(@CurrentStaff() staff: CurrentStaff, @Param() { id }: IdPathDto) {
    return this.deliveries.redeliver(staff, id);
  }
}
