import { createZodDto } from 'nestjs-zod';
import { id } from '@engawa/contracts';
import { z } from 'zod';

/** The result of `createDto`: a class whose schema parses bodies, queries and path parameters. */
export interface InputDto<Schema extends z.ZodType> {
  new (): z.output<Schema>;
  readonly schema: Schema;
  readonly isZodDto: true;
}

/** `class CreatePostDto extends createDto(createPostInput) {}` */
export function createDto<Schema extends z.ZodType>(schema: Schema): InputDto<Schema> {
  const dto = createZodDto(schema);
  // openapi/describe-operation.ts describes inputs from the schema itself.
  Object.defineProperty(dto, '_OPENAPI_METADATA_FACTORY', { value: () => ({}) });
  return dto as unknown as InputDto<Schema>;
}

/** The path of a route such as `members/:id`: a malformed id is a 400, an unknown one a 404. */
export class IdPathDto extends createDto(z.strictObject({ id })) {}

/** Whether a parameter type is a DTO created from a zod schema. */
export function isInputDto(type: unknown): type is InputDto<z.ZodType> {
  return typeof type === 'function' && 'isZodDto' in type && 'schema' in type;
}
