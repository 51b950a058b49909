import { ProblemError } from '@engawa/service-kit';
import type { CsvFault } from './csv-file.rules';

export class ImportNotFound extends ProblemError {
  constructor() {
    super('timeline.import.not-found');
  }
}

/** 422, or 413 for too many rows: the file as a whole cannot be taken. */
export class UnfitFile extends ProblemError {
  constructor(fault: CsvFault) {
    super(`timeline.import.${fault}`, { status: fault === 'too-large' ? 413 : 422 });
  }
}
