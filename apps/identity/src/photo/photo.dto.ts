import { id, spaceId } from '@engawa/contracts';
import { createDto } from '@engawa/service-kit';
import { z } from 'zod';

export class PhotoPathDto extends createDto(
  z.strictObject({
    spaceId,
    staffId: id,
    file: z.string().regex(/^[0-9a-f-]{36}(?:-thumb)?\.webp$/),
  }),
) {}
