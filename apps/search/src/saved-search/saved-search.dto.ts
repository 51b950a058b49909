import { createSavedSearchInput, id, updateSavedSearchInput } from '@engawa/contracts';
import { createDto } from '@engawa/service-kit';
import { z } from 'zod';

export class CreateSavedSearchDto extends createDto(createSavedSearchInput) {}
export class UpdateSavedSearchDto extends createDto(updateSavedSearchInput) {}
export class SavedSearchIdDto extends createDto(z.strictObject({ savedSearchId: id })) {}
