import { ProblemError } from '@engawa/service-kit';

/** Services that take imports: the problem texts of each begin with its name. */
export type ImportingService = 'members' | 'timeline';

/** 404, for unknown and foreign ids alike. */
export class ImportNotFound extends ProblemError {
  constructor(service: ImportingService) {
    super(`${service}.import.not-found`);
  }
}

/** 409 with the import as it stands now: what was asked does not fit its state. */
export class ImportWrongState extends ProblemError {
  constructor(service: ImportingService, current: unknown) {
    super(`${service}.import.wrong-state`, { current });
  }
}

/** 410: the file was kept for some weeks, or until somebody in it was erased. */
export class ImportFileGone extends ProblemError {
  constructor(service: ImportingService) {
    super(`${service}.import.file-gone`);
  }
}

/** 400: the body has no file, or cannot be read. */
export class ImportFileMissing extends ProblemError {
  constructor(service: ImportingService, cause?: unknown) {
    super(`${service}.import.file-missing`, {
      cause,
      errors: [{ pointer: '/body/file', code: 'required', detail: 'One part named file' }],
    });
  }
}

/** 413: more than the largest file has. */
export class ImportFileTooLarge extends ProblemError {
  constructor(service: ImportingService, maxBytes: number) {
    super(`${service}.import.file-too-large`, {
      params: { megabytes: Math.floor(maxBytes / 1_048_576) },
    });
  }
}

/** 422: name or content say that it is a file of a spreadsheet program. */
export class ImportIsExcel extends ProblemError {
  constructor(service: ImportingService) {
    super(`${service}.import.excel-file`);
  }
}

/** 422: the name is not that of a text file, or the content is no text. */
export class ImportNotCsv extends ProblemError {
  constructor(service: ImportingService) {
    super(`${service}.import.not-csv`);
  }
}

type HeadingFault = 'repeated-columns' | 'missing-columns' | 'no-rows';

/** 422 with the columns that are at fault. */
export class ImportHeadingWrong extends ProblemError {
  constructor(
    code: `${ImportingService}.import.${HeadingFault}` | 'members.import.unknown-columns',
    columns: readonly string[] = [],
  ) {
    super(code, { params: { columns: columns.slice(0, 20).join('、') } });
  }
}

/** 422 with the line of the file from which on it cannot be read. */
export class ImportUnreadable extends ProblemError {
  constructor(
    service: ImportingService,
    reason: 'broken-quotes' | 'record-too-long' | 'unreadable',
    line: number,
  ) {
    super(`${service}.import.${reason}`, { params: { line } });
  }
}
