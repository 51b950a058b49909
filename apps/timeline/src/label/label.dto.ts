import { createLabelInput, id, orderLabelsInput, updateLabelInput } from '@engawa/contracts';
import { createDto } from '@engawa/service-kit';
import { z } from 'zod';

export class CreateLabelDto extends createDto(createLabelInput) {}
export class UpdateLabelDto extends createDto(updateLabelInput) {}
export class OrderLabelsDto extends createDto(orderLabelsInput) {}
export class LabelPathDto extends createDto(z.strictObject({ labelId: id })) {}
