import type { PostImport } from '@engawa/contracts';
import { ProblemError } from '@engawa/service-kit';

export class ImportNotFound extends ProblemError {
  constructor() {
    super('timeline.import.not-found');
  }
}

/** 409: what was asked does not fit the import's state. */
export class ImportWrongState extends ProblemError {
  constructor(current: PostImport) {
    super('timeline.import.wrong-state', { current });
  }
}

/** 410: the file was kept for some weeks, or until somebody in it was erased. */
export class ImportFileGone extends ProblemError {
  constructor() {
    super('timeline.import.file-gone');
  }
}

export class ImportFileMissing extends ProblemError {
  constructor(cause?: unknown) {
    super('timeline.import.file-missing', {
      cause,
      errors: [{ pointer: '/body/file', code: 'required', detail: 'One part named file' }],
    });
  }
}

export class ImportFileTooLarge extends ProblemError {
  constructor(maxBytes: number) {
    super('timeline.import.file-too-large', {
      params: { megabytes: Math.floor(maxBytes / 1_048_576) },
    });
  }
}

export class ImportNotCsv extends ProblemError {
  constructor() {
    super('timeline.import.not-csv');
  }
}

export class ImportHeadingWrong extends ProblemError {
  constructor(
    kind: 'repeated-columns' | 'missing-columns' | 'no-rows',
    columns: readonly string[] = [],
  ) {
    super(`timeline.import.${kind}`, { params: { columns: columns.slice(0, 20).join('、') } });
  }
}

export class ImportUnreadable extends ProblemError {
  constructor(reason: 'broken-quotes' | 'record-too-long' | 'unreadable', line: number) {
    super(`timeline.import.${reason}`, { params: { line } });
  }
}
