import { createHash } from 'node:crypto';
import { Controller, Req } from '@nestjs/common';
import { CurrentStaff } from '@engawa/auth';
import {
  listPostImportRowsAnswer,
  listPostImportRowsQuery,
  listPostImportsAnswer,
  POST_IMPORT_MAX_BYTES,
  postImport,
} from '@engawa/contracts';
import { importRoutes } from '@engawa/imports';
import type { FastifyRequest } from 'fastify';

const { Routes, Upload, Described } = importRoutes({
  service: 'timeline',
  noun: 'post',
  maxBytes: POST_IMPORT_MAX_BYTES,
  isEmptyMissing: true,
  idName: 'importId',
  answer: postImport,
  listAnswer: listPostImportsAnswer,
  rowsQuery: listPostImportRowsQuery,
  rowsAnswer: listPostImportRowsAnswer,
  texts: {
    rowsSummary: 'List refused rows of a post import',
    rows: 'Returns the refused rows with line, column and reason.',
    cancel:
      'Stops a check or a run; posts that were written stay. Importing the same file again adds only the missing posts.',
  },
});

@Controller('posts/imports')
export class ImportController extends Routes {
  @Upload()
  @Described(
    'importPostsFromCsv',
    'Import posts from CSV',
    'Uploads a CSV file as the part `file` and starts a check that writes no post. runPostImport carries the import out.',
  )
  importPosts(@CurrentStaff() staff: CurrentStaff, @Req() request: FastifyRequest) {
    return this.begin(staff, request, (content) => ({
      hash: createHash('sha256').update(content).digest('hex'),
    }));
  }
}
