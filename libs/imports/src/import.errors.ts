import type { ProblemCode } from '@engawa/contracts';
import { ProblemError, type ProblemOptions } from '@engawa/service-kit';

/** Services with imports; their problem codes start with the name. */
export type ImportingService = 'members' | 'timeline';

type FaultOf<Code> = Code extends `${ImportingService}.import.${infer Fault}` ? Fault : never;
export type ImportFault = FaultOf<ProblemCode>;

export function problemCode(service: ImportingService, fault: ImportFault): ProblemCode {
  return `${service}.import.${fault}` as ProblemCode;
}

/** A request for an import that is rejected; the catalogue has its status and texts. */
export class ImportProblem extends ProblemError {
  constructor(service: ImportingService, fault: ImportFault, options?: ProblemOptions) {
    super(problemCode(service, fault), options);
  }
}

/** For `readUpload`: 400 without a file, 413 for one that is too large. */
export function uploadErrors(service: ImportingService, maxBytes: number) {
  const errors = [{ pointer: '/body/file', code: 'required' }];
  const megabytes = Math.floor(maxBytes / 1_048_576);
  return {
    missing: () => new ImportProblem(service, 'file-missing', { errors }),
    tooLarge: () => new ImportProblem(service, 'file-too-large', { params: { megabytes } }),
  };
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
