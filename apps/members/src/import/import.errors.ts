import type { MemberImport } from '@engawa/contracts';
import { ProblemError } from '@engawa/service-kit';

export class ImportNotFound extends ProblemError {
  constructor() {
    super('members.import.not-found', { status: 404 });
  }
}

/** What was asked does not fit the import's state. */
export class ImportWrongState extends ProblemError {
  constructor(current: MemberImport) {
    super('members.import.wrong-state', { status: 409, current });
  }
}

/** The file was kept for some weeks, or until somebody in it was erased. */
export class ImportFileGone extends ProblemError {
  constructor() {
    super('members.import.file-gone', { status: 410 });
  }
}

export class ImportFileMissing extends ProblemError {
  constructor() {
    super('members.import.file-missing', {
      status: 400,
      errors: [{ pointer: '/body/file', code: 'required', detail: 'One part named file' }],
    });
  }
}

export class ImportFileTooLarge extends ProblemError {
  constructor(maxBytes: number) {
    super('members.import.file-too-large', {
      status: 413,
      params: { megabytes: Math.floor(maxBytes / 1_048_576) },
    });
  }
}

/** The source: CSV upload accepts only CSV. */
export class ImportNotCsv extends ProblemError {
  constructor() {
    super('members.import.not-csv', { status: 422 });
  }
}

export class ImportHeadingWrong extends ProblemError {
  constructor(
    kind: 'unknown-columns' | 'repeated-columns' | 'missing-columns' | 'no-rows',
    columns: readonly string[] = [],
  ) {
    super(`members.import.${kind}`, {
      status: 422,
      params: { columns: columns.slice(0, 20).join('、') },
    });
  }
}

export class ImportUnreadable extends ProblemError {
  constructor(reason: 'broken-quotes' | 'record-too-long' | 'unreadable', line: number) {
    super(`members.import.${reason}`, { status: 422, params: { line } });
  }
}
