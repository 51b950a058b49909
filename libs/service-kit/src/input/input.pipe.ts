import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { uncleanPaths } from '@engawa/contracts';
import { currentContext } from '../context/request-context';
import { inputProblem, uncleanTextProblem } from '../problem/zod-problem';
import { isInputDto } from './dto';

const roots = { body: 'body', query: 'query', param: 'path', custom: 'body' } as const;

/**
 * Refuses texts with characters that nobody may send, and parses whatever is declared with a DTO.
 * Wrong input is a 400 that names each place.
 */
export class InputPipe implements PipeTransform {
  transform(value: unknown, { metatype, type }: ArgumentMetadata): unknown {
    if (type === 'custom') return value;
    const locale = () => currentContext()?.locale ?? 'ja';
    // Before the schema, which may trim or split what is refused.
    const unclean = uncleanPaths(value);
    if (unclean.length > 0) throw uncleanTextProblem(roots[type], unclean, locale());
    if (!isInputDto(metatype)) return value;
    const result = metatype.schema.safeParse(value);
    if (result.success) return result.data;
    throw inputProblem(roots[type], result.error.issues, locale(), value);
  }
}
