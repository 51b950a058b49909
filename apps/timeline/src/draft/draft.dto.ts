import { id, listDraftsQuery, saveDraftInput } from '@engawa/contracts';
import { createDto } from '@engawa/service-kit';
import { z } from 'zod';

export class ListDraftsQueryDto extends createDto(listDraftsQuery) {}
export class SaveDraftDto extends createDto(saveDraftInput) {}
export class DraftPathDto extends createDto(z.strictObject({ draftId: id })) {}
