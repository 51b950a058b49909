import {
  createPostTemplateInput,
  id,
  orderPostTemplatesInput,
  updatePostTemplateInput,
} from '@engawa/contracts';
import { createDto } from '@engawa/service-kit';
import { z } from 'zod';

export class CreatePostTemplateDto extends createDto(createPostTemplateInput) {}
export class UpdatePostTemplateDto extends createDto(updatePostTemplateInput) {}
export class OrderPostTemplatesDto extends createDto(orderPostTemplatesInput) {}
export class PostTemplatePathDto extends createDto(
  z.strictObject({ templateId: id.meta({ description: 'Id of a template' }) }),
) {}
