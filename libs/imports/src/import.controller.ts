import { applyDecorators, Body, Get, Inject, Param, Post, Query, Req } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import { id, listImportsQuery, problemTexts } from '@engawa/contracts';
import {
  Answer,
  createDto,
  Idempotent,
  localeOf,
  Operation,
  Problems,
  UploadBody,
} from '@engawa/service-kit';
import { readUpload } from '@engawa/storage';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import * as errors from './import.errors';
import { ImportService } from './import.service';

const fileFaults: readonly errors.ImportFault[] = [
  'file-missing',
  'file-too-large',
  'not-csv',
  'excel-file',
  'unknown-columns',
  'repeated-columns',
  'missing-columns',
  'no-rows',
  'broken-quotes',
  'record-too-long',
];

class ListImportsDto extends createDto(listImportsQuery) {}

interface ImportRoutes {
  service: errors.ImportingService;
  /** What a row describes: part of operation ids and of the permission. */
  noun: 'member' | 'post';
  maxBytes: number;
  /** Whether an empty file counts as missing; else it is one without rows. */
  isEmptyMissing: boolean;
  /** Name of the path parameter. */
  idName: string;
  /** Contracts of an import, of a page of imports and of rows. */
  answer: z.ZodType;
  listAnswer: z.ZodType;
  rowsQuery: z.ZodType<{ verdict?: string; afterRow: number; limit: number }>;
  rowsAnswer: z.ZodType;
  /** Options of a run, where it has some. */
  runInput?: z.ZodType<object>;
  texts: Record<'rowsSummary' | 'rows' | 'cancel', string>;
}

/** The base class of a controller of imports, and decorators for the routes that it adds. */
export function importRoutes(options: ImportRoutes) {
  const { service, noun, maxBytes, idName, answer, texts } = options;
  const kind = noun === 'member' ? 'Member' : 'Post';
  const { missing, tooLarge } = errors.uploadErrors(service, maxBytes);
  const unreadable = { missing, tooLarge, ...(options.isEmptyMissing ? { empty: missing } : {}) };

  const Faults = (faults: readonly errors.ImportFault[]) =>
    Problems(...faults.map((fault) => errors.problemCode(service, fault)));
  const Described = (
    operationId: string,
    summary: string,
    description: string,
    ...faults: errors.ImportFault[]
  ) =>
    applyDecorators(
      Can(`${noun}.import`),
      Operation(operationId, { summary, description }),
      Faults(faults),
    );
  /** Requests work in the background. */
  const Command = (path = '') => applyDecorators(Post(path), Idempotent(), Answer(202, answer));
  const Upload = (path = '') =>
    applyDecorators(
      Command(path),
      UploadBody({ type: 'string', contentMediaType: 'text/csv' }),
      Faults(fileFaults.filter((fault) => errors.problemCode(service, fault) in problemTexts)),
    );

  class PathDto extends createDto(z.strictObject({ [idName]: id })) {}
  class RowsDto extends createDto(options.rowsQuery) {}
  class RunDto extends createDto(options.runInput ?? z.object()) {}
  const RunBody = () => (options.runInput ? Body() : () => undefined);

  abstract class Routes {
    constructor(@Inject(ImportService) readonly imports: ImportService) {}

    @Get()
    @Answer(200, options.listAnswer)
    @Described(
      `list${kind}Imports`,
      `List ${noun} imports`,
      `Returns the imports of ${noun}s, newest first.`,
    )
    list(@CurrentStaff() { space }: CurrentStaff, @Query() query: ListImportsDto) {
      return this.imports.list(space, query);
    }

    @Get(`:${idName}`)
    @Answer(200, answer)
    @Described(
      `get${kind}Import`,
      `Get a ${noun} import`,
      'Returns an import with its state, counts and progress. Poll it until the state is final.',
      'not-found',
    )
    get(@CurrentStaff() { space }: CurrentStaff, @Param() path: PathDto) {
      return this.imports.get(space, path[idName]!);
    }

    @Get(`:${idName}/rows`)
    @Answer(200, options.rowsAnswer)
    @Described(`list${kind}ImportRows`, texts.rowsSummary, texts.rows, 'not-found')
    rows(@CurrentStaff() staff: CurrentStaff, @Param() path: PathDto, @Query() query: RowsDto) {
      return this.imports.rows(staff.space, path[idName]!, query);
    }

    @Command(`:${idName}/run`)
    @Described(
      `run${kind}Import`,
      `Run a checked ${noun} import`,
      'Carries out an import whose check has ended. The run continues after a restart of the service without writing a row twice.',
      'not-found',
      'wrong-state',
      'file-gone',
    )
    run(@CurrentStaff() staff: CurrentStaff, @Param() path: PathDto, @RunBody() own?: RunDto) {
      return this.imports.run(staff, path[idName]!, own);
    }

    @Command(`:${idName}/cancel`)
    @Described(
      `cancel${kind}Import`,
      `Cancel a ${noun} import`,
      texts.cancel,
      'not-found',
      'wrong-state',
    )
    cancel(@CurrentStaff() staff: CurrentStaff, @Param() path: PathDto) {
      return this.imports.cancel(staff, path[idName]!);
    }

    @Get(`:${idName}/report`)
    @Answer(200, null, { mediaType: 'text/csv' })
    @Described(
      `download${kind}ImportReport`,
      `Download the report of a ${noun} import`,
      'Returns the refused rows in the columns and encoding of the uploaded file, with the reason of each.',
      'not-found',
      'file-gone',
    )
    download(
      @CurrentStaff() { space }: CurrentStaff,
      @Param() path: PathDto,
      @Req() request: FastifyRequest,
    ) {
      return this.imports.report(space, path[idName]!, localeOf(request.headers));
    }

    /** Starts the check of an uploaded file; `ownOf` gives the fields that not every import has. */
    async begin(staff: CurrentStaff, request: FastifyRequest, ownOf: (content: Buffer) => object) {
      const file = await readUpload(request, maxBytes, unreadable);
      return this.imports.begin(staff, file, ownOf(file.content));
    }
  }
  return { Routes, Upload, Command, Described };
}
