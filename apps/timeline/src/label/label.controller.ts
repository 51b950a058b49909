import { Body, Controller, Delete, Get, Param, Patch, Post, Put } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import type { CurrentStaffClaims } from '@engawa/auth';
import * as contracts from '@engawa/contracts';
import { Answer, Idempotent, IfMatch, Operation, Problems } from '@engawa/service-kit';
import { CreateLabelDto, LabelPathDto, OrderLabelsDto, UpdateLabelDto } from './label.dto';
import { LabelService } from './label.service';

@Controller('labels')
export class LabelController {
  constructor(private readonly labels: LabelService) {}

  @Get()
  @Can('post.read')
  @Operation('listLabels', {
    summary: 'List labels',
    description: 'Returns the labels of the space in their order.',
  })
  @Answer(200, contracts.listLabelsAnswer)
  list(@CurrentStaff() staff: CurrentStaffClaims) {
    return this.labels.list(staff.space);
  }

  @Post()
  @Can('label.manage')
  @Operation('createLabel', {
    summary: 'Create a label',
    description: 'Adds a label. Label names are unique in a space.',
  })
  @Answer(201, contracts.label)
  @Problems('timeline.label.taken', 'timeline.label.too-many')
  @Idempotent()
  create(@CurrentStaff() staff: CurrentStaffClaims, @Body() input: CreateLabelDto) {
    return this.labels.create(staff, input);
  }

  @Put('order')
  @Can('label.manage')
  @Operation('orderLabels', {
    summary: 'Reorder labels',
    description: 'Sets the order of the labels. All label ids are given in their new order.',
  })
  @Answer(200, contracts.listLabelsAnswer)
  @Problems('timeline.label.not-found')
  order(@CurrentStaff() staff: CurrentStaffClaims, @Body() input: OrderLabelsDto) {
    return this.labels.order(staff, input.ids);
  }

  @Patch(':labelId')
  @Can('label.manage')
  @Operation('updateLabel', {
    summary: 'Update a label',
    description:
      'Changes name, order or meaning of a label. Default labels can be renamed and keep their ids.',
  })
  @Answer(200, contracts.label)
  @Problems(
    'timeline.label.not-found',
    'timeline.label.taken',
    'timeline.label.built-in',
    'timeline.label.stale',
  )
  update(
    @CurrentStaff() staff: CurrentStaffClaims,
    @Param() path: LabelPathDto,
    @Body() input: UpdateLabelDto,
    @IfMatch() ifVersion: number | null,
  ) {
    return this.labels.update(staff, path.labelId, input, ifVersion);
  }

  @Delete(':labelId')
  @Can('label.manage')
  @Operation('deleteLabel', {
    summary: 'Delete a label',
    description:
      'Deletes a label. It disappears from posts, tasks, filters and drafts in the background, and its id is refused from then on. The two default labels cannot be deleted.',
  })
  @Answer(204, null)
  @Problems('timeline.label.not-found', 'timeline.label.built-in', 'timeline.label.stale')
  remove(
    @CurrentStaff() staff: CurrentStaffClaims,
    @Param() path: LabelPathDto,
    @IfMatch({ optional: true }) ifVersion: number | null,
  ): Promise<void> {
    return this.labels.remove(staff, path.labelId, ifVersion);
  }
}
