import {
  createSavedViewInput,
  id,
  listSavedViewsQuery,
  orderSavedViewsInput,
  updateSavedViewInput,
} from '@engawa/contracts';
import { createDto } from '@engawa/service-kit';
import { z } from 'zod';

export class CreateSavedViewDto extends createDto(createSavedViewInput) {}
export class ListSavedViewsDto extends createDto(listSavedViewsQuery) {}
export class UpdateSavedViewDto extends createDto(updateSavedViewInput) {}
export class OrderSavedViewsDto extends createDto(orderSavedViewsInput) {}
export class SavedViewPathDto extends createDto(
  z.strictObject({ savedViewId: id.meta({ description: 'Id of a saved view' }) }),
) {}
