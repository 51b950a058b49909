import { Body, Controller, Delete, Get, Param, Patch, Post, Put } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import { customField, listCustomFieldsAnswer } from '@engawa/contracts';
import { Answer, Idempotent, IdPathDto, IfMatch, Operation, Problems } from '@engawa/service-kit';
import {
  AddCustomFieldDto,
  ReorderCustomFieldsDto,
  UpdateCustomFieldDto,
} from './custom-field.dto';
import { CustomFieldService } from './custom-field.service';

@Controller('custom-fields')
export class CustomFieldController {
  constructor(private readonly fields: CustomFieldService) {}

  @Get()
  @Can('member.read')
  @Operation('listCustomFields', {
    summary: 'List custom fields',
    description: 'Returns the fields that the space added to its members, in their order.',
  })
  @Answer(200, listCustomFieldsAnswer)
  async list(@CurrentStaff() staff: CurrentStaff) {
    return { items: await this.fields.list(staff.space) };
  }

  @Post()
  @Can('customField.manage')
  @Idempotent()
  @Operation('addCustomField', {
    summary: 'Add a custom field',
    description:
      'Adds a field to the members of the space: a text, number, day or choice. Names are unique and differ from the columns of the member CSV. A space has at most 20 fields.',
  })
  @Answer(201, customField)
  @Problems(
    'members.custom-field.taken',
    'members.custom-field.too-many',
    'members.custom-field.choices-wrong',
  )
  add(@CurrentStaff() staff: CurrentStaff, @Body() body: AddCustomFieldDto) {
    return this.fields.add(staff, body);
  }

  @Put('order')
  @Can('customField.manage')
  @Operation('reorderCustomFields', {
    summary: 'Reorder custom fields',
    description:
      'Sets the order of all custom fields. Every id of the space must be given exactly once.',
  })
  @Answer(200, listCustomFieldsAnswer)
  @Problems('members.custom-field.order-mismatch')
  async reorder(@CurrentStaff() staff: CurrentStaff, @Body() body: ReorderCustomFieldsDto) {
    return { items: await this.fields.reorder(staff, body.ids) };
  }

  @Patch(':id')
  @Can('customField.manage')
  @Operation('updateCustomField', {
    summary: 'Update a custom field',
    description:
      'Renames a field, changes its choices, or changes its kind while no member has a value in it. Members show new names at once; members with a choice that is left out show no value.',
  })
  @Answer(200, customField)
  @Problems(
    'members.custom-field.not-found',
    'members.custom-field.taken',
    'members.custom-field.in-use',
    'members.custom-field.choices-wrong',
    'members.custom-field.stale',
  )
  update(
    @CurrentStaff() staff: CurrentStaff,
    @Param() { id }: IdPathDto,
    @IfMatch() ifVersion: number | null,
    @Body() body: UpdateCustomFieldDto,
  ) {
    return this.fields.update(staff, id, ifVersion, body);
  }

  @Delete(':id')
  @Can('customField.manage')
  @Operation('deleteCustomField', {
    summary: 'Delete a custom field',
    description:
      'Deletes a field. Its values disappear from all members at once and are removed from the database in the background.',
  })
  @Answer(204, null)
  @Problems('members.custom-field.not-found', 'members.custom-field.stale')
  delete(
    @CurrentStaff() staff: CurrentStaff,
    @Param() { id }: IdPathDto,
    @IfMatch({ optional: true }) ifVersion: number | null,
  ) {
    return this.fields.delete(staff, id, ifVersion);
  }
}
