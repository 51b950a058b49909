import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { currentContext } from '../context/request-context';
import { inputProblem } from '../problem/zod-problem';
import { isInputDto } from './dto';

const roots = { body: 'body', query: 'query', param: 'path', custom: 'body' } as const;

/** Parses whatever is declared with a DTO; wrong input is a 400 that names each place. */
export class InputPipe implements PipeTransform {
  transform(value: unknown, { metatype, type }: ArgumentMetadata): unknown {
    if (!isInputDto(metatype) || type === 'custom') return value;
    const result = metatype.schema.safeParse(value);
    if (result.success) return result.data;
    throw inputProblem(roots[type], result.error.issues, currentContext()?.locale ?? 'ja', value);
  }
}
