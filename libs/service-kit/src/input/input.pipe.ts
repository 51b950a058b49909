import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { uncleanPaths } from '@engawa/contracts';
import { currentContext } from '../context/request-context';
import { inputProblem, uncleanTextProblem } from '../problem/zod-problem';
import { isInputDto } from './dto';

const roots = { body: 'body', query: 'query', param: 'path', custom: 'body' } as const;

/**
 * Rejects texts with forbidden characters (API-4) and parses every parameter that has a DTO.
 * Invalid input is a 400 with a pointer to each error.
 */
export class InputPipe implements PipeTransform {
  /**
   * Parses a parameter with the schema of its DTO. Throws a 400 problem with the invalid places.
   */
  transform(value: unknown, { metatype, type }: ArgumentMetadata): unknown {
    if (type === 'custom') return value;
    const locale = () => currentContext()?.locale ?? 'ja';
    // Before the schema, which may trim or split what has to be rejected.
    const unclean = uncleanPaths(value);
    if (unclean.length > 0) throw uncleanTextProblem(roots[type], unclean, locale());
    if (!isInputDto(metatype)) return value;
    const result = metatype.schema.safeParse(value);
    if (result.success) return result.data;
    throw inputProblem(roots[type], result.error.issues, locale(), value);
  }
}
