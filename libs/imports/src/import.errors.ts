import { ProblemError } from '@engawa/service-kit';

/** Services with imports; their problem codes start with the name. */
export type ImportingService = 'members' | 'timeline';

/** 404, for unknown and foreign ids alike. */
export class ImportNotFound extends ProblemError {
  constructor(service: ImportingService) {
    super(`${service}.import.not-found`);
  }
}

/** 409 with the current import: its state does not allow the request. */
export class ImportWrongState extends ProblemError {
  constructor(service: ImportingService, current: unknown) {
    super(`${service}.import.wrong-state`, { current });
  }
}

/** 410: the retention of the file is over, or somebody in it was erased. */
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
      errors: [{ pointer: '/body/file', code: 'required' }],
    });
  }
}

/** 413: the file is too large. */
export class ImportFileTooLarge extends ProblemError {
  constructor(service: ImportingService, maxBytes: number) {
    super(`${service}.import.file-too-large`, {
      params: { megabytes: Math.floor(maxBytes / 1_048_576) },
    });
  }
}

/** 422: name or content are those of a spreadsheet program. */
export class ImportIsExcel extends ProblemError {
  constructor(service: ImportingService) {
    super(`${service}.import.excel-file`);
  }
}

/** 422: the name is not that of a text file, or the content is not text. */
export class ImportNotCsv extends ProblemError {
  constructor(service: ImportingService) {
    super(`${service}.import.not-csv`);
  }
}

type HeadingFault = 'repeated-columns' | 'missing-columns' | 'no-rows';

/** 422 with the faulty columns. */
export class ImportHeadingWrong extends ProblemError {
  constructor(
    code: `${ImportingService}.import.${HeadingFault}` | 'members.import.unknown-columns',
    columns: readonly string[] = [],
  ) {
    super(code, { params: { columns: columns.slice(0, 20).join('、') } });
  }
}

/** 422 with the line from which the file cannot be read. */
export class ImportUnreadable extends ProblemError {
  constructor(
    service: ImportingService,
    reason: 'broken-quotes' | 'record-too-long' | 'unreadable',
    line: number,
  ) {
    super(`${service}.import.${reason}`, { params: { line } });
  }
}
