import type { ProblemCode } from '@engawa/contracts';
import { ProblemError, type ProblemOptions } from '@engawa/service-kit';

/** Services with imports; their problem codes start with the name. */
export type ImportingService = 'members' | 'timeline';

type FaultOf<Code> = Code extends `${ImportingService}.import.${infer Fault}` ? Fault : never;
type ImportFault = FaultOf<ProblemCode>;

/** A request for an import that is rejected; the catalogue has its status and texts. */
export class ImportProblem extends ProblemError {
  constructor(service: ImportingService, fault: ImportFault, options?: ProblemOptions) {
    super(`${service}.import.${fault}` as ProblemCode, options);
  }
}

/** 400: the body has no file. */
export function fileMissing(service: ImportingService): ImportProblem {
  const errors = [{ pointer: '/body/file', code: 'required' }];
  return new ImportProblem(service, 'file-missing', { errors });
}

/** 413: the file is too large. */
export function fileTooLarge(service: ImportingService, maxBytes: number): ImportProblem {
  const megabytes = Math.floor(maxBytes / 1_048_576);
  return new ImportProblem(service, 'file-too-large', { params: { megabytes } });
}

/** 422 with the faulty columns of a heading. */
export function headingWrong(
  service: ImportingService,
  fault: Extract<ImportFault, `${string}-columns` | 'no-rows'>,
  columns: readonly string[] = [],
): ImportProblem {
  return new ImportProblem(service, fault, {
    params: { columns: columns.slice(0, 20).join('、') },
  });
}
