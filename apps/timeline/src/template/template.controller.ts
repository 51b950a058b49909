import { Body, Controller, Delete, Get, Param, Patch, Post, Put } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import type { CurrentStaffClaims } from '@engawa/auth';
import { listPostTemplatesAnswer, postTemplate } from '@engawa/contracts';
import { Answer, Idempotent, IfMatch, Operation, Problems } from '@engawa/service-kit';
import {
  CreatePostTemplateDto,
  OrderPostTemplatesDto,
  PostTemplatePathDto,
  UpdatePostTemplateDto,
} from './template.dto';
import { TemplateService } from './template.service';

@Controller('post-templates')
export class TemplateController {
  constructor(private readonly templates: TemplateService) {}

  @Get()
  @Can('post.read')
  @Operation('listPostTemplates', {
    summary: 'List templates of posts',
    description: 'Returns the templates of the space in their order.',
  })
  @Answer(200, listPostTemplatesAnswer)
  list(@CurrentStaff() staff: CurrentStaffClaims) {
    return this.templates.list(staff.space);
  }

  @Post()
  @Idempotent()
  @Can('template.manage')
  @Operation('createPostTemplate', {
    summary: 'Create a template of posts',
    description: 'Adds a template. Names of templates are unique in a space.',
  })
  @Answer(201, postTemplate, { etag: true })
  @Problems(
    'timeline.template.taken',
    'timeline.template.too-many',
    'timeline.post.unknown-label',
    'timeline.post.unknown-staff',
    'timeline.post.deactivated-assignee',
  )
  create(@CurrentStaff() staff: CurrentStaffClaims, @Body() input: CreatePostTemplateDto) {
    return this.templates.create(staff, input);
  }

  @Put('order')
  @Can('template.manage')
  @Operation('orderPostTemplates', {
    summary: 'Reorder templates of posts',
    description: 'Sets the order of the templates. Templates that are left out come last.',
  })
  @Answer(200, listPostTemplatesAnswer)
  @Problems('timeline.template.not-found')
  order(@CurrentStaff() staff: CurrentStaffClaims, @Body() input: OrderPostTemplatesDto) {
    return this.templates.order(staff, input.ids);
  }

  @Patch(':templateId')
  @Can('template.manage')
  @Operation('updatePostTemplate', {
    summary: 'Update a template of posts',
    description:
      'Changes name, text, labels or task of a template. Posts that were created from it do not change.',
  })
  @Answer(200, postTemplate, { etag: true })
  @Problems(
    'timeline.template.not-found',
    'timeline.template.taken',
    'timeline.template.stale',
    'timeline.post.unknown-label',
    'timeline.post.unknown-staff',
    'timeline.post.deactivated-assignee',
  )
  update(
    @CurrentStaff() staff: CurrentStaffClaims,
    @Param() { templateId }: PostTemplatePathDto,
    @Body() input: UpdatePostTemplateDto,
    @IfMatch() version: number | null,
  ) {
    return this.templates.update(staff, templateId, input, version);
  }

  @Delete(':templateId')
  @Can('template.manage')
  @Operation('deletePostTemplate', {
    summary: 'Delete a template of posts',
    description: 'Deletes a template. Posts that were created from it do not change.',
  })
  @Answer(204, null)
  @Problems('timeline.template.not-found', 'timeline.template.stale')
  async remove(
    @CurrentStaff() staff: CurrentStaffClaims,
    @Param() { templateId }: PostTemplatePathDto,
    @IfMatch({ optional: true }) version: number | null,
  ) {
    await this.templates.remove(staff, templateId, version);
  }
}
