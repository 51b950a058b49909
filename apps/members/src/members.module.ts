import { Module } from '@nestjs/common';
import { AuthModule } from '@engawa/auth';
import { EventsModule } from '@engawa/events';
import { PersistenceModule } from '@engawa/persistence';
import { StorageModule } from '@engawa/storage';
import { textBlockStore, textDirectoryStore } from '@engawa/text-search';
import { MemberExportController } from './export/export.controller';
import { ExportRepository } from './export/export.repository';
import { exportStore } from './export/export.schema';
import { MemberExport } from './export/export.service';
import { ErasureListener } from './file/erasure.listener';
import { ErasureRepository } from './file/erasure.repository';
import { erasureStore } from './file/erasure.schema';
import { ErasureService } from './file/erasure.service';
import { MemberFileController } from './file/file.controller';
import { MemberFileService } from './file/file.service';
import { AddStep } from './import/add-step.service';
import { ImportCleaning } from './import/import-cleaning.service';
import { ImportTraces } from './import/import-traces.service';
import { ImportChunkRepository } from './import/import-chunk.repository';
import { ImportFiles } from './import/import-file.service';
import { ImportJob } from './import/import-job.service';
import { ImportLease } from './import/import-lease.service';
import { ImportReport } from './import/import-report.service';
import { ImportRevert } from './import/import-revert.service';
import { ImportRunner } from './import/import-runner.service';
import { ImportController } from './import/import.controller';
import { ImportRepository } from './import/import.repository';
import { importChunkStore, importStore } from './import/import.schema';
import { ImportService } from './import/import.service';
import { UpdateStep } from './import/update-step.service';
import { MemberTypeClearing } from './member-type/member-type-clearing.service';
import { MemberTypeController } from './member-type/member-type.controller';
import { MemberTypeListener } from './member-type/member-type.listener';
import { MemberTypeRepository } from './member-type/member-type.repository';
import { memberTypeSetStore } from './member-type/member-type.schema';
import { MemberTypeService } from './member-type/member-type.service';
import { MemberCounts } from './member/member-count.service';
import { MemberController } from './member/member.controller';
import { MemberListener } from './member/member.listener';
import { MemberIndex } from './member/member-index.service';
import { MemberRepository } from './member/member.repository';
import { memberStore } from './member/member.schema';
import { MemberService } from './member/member.service';
import { MergeController } from './merge/merge.controller';
import { MergeService } from './merge/merge.service';
import { PhotoController } from './photo/photo.controller';
import { PhotoService } from './photo/photo.service';
import { TalkListener } from './talk/talk.listener';
import { TalkRepository } from './talk/talk.repository';
import { talkStore } from './talk/talk.schema';
import { TalkService } from './talk/talk.service';
import { UploadModule } from './upload/upload.module';

@Module({
  imports: [
    EventsModule.forRoot(),
    PersistenceModule.forRoot({
      schemas: [
        memberStore,
        textBlockStore,
        textDirectoryStore,
        memberTypeSetStore,
        talkStore,
        importStore,
        importChunkStore,
        exportStore,
        erasureStore,
      ],
    }),
    AuthModule.forRoot(),
    StorageModule.forRoot(),
    UploadModule,
  ],
  controllers: [
    // Before the member routes: `members/imports` is not a member's id.
    ImportController,
    MemberExportController,
    PhotoController,
    MergeController,
    MemberFileController,
    MemberController,
    MemberTypeController,
    MemberListener,
    MemberTypeListener,
    TalkListener,
    ErasureListener,
  ],
  providers: [
    MemberRepository,
    MemberIndex,
    MemberService,
    MemberCounts,
    MemberTypeRepository,
    MemberTypeService,
    MemberTypeClearing,
    TalkRepository,
    TalkService,
    ImportRepository,
    ImportChunkRepository,
    ImportFiles,
    ImportLease,
    ImportJob,
    ImportRunner,
    ImportService,
    ImportReport,
    ImportRevert,
    ImportCleaning,
    ImportTraces,
    AddStep,
    UpdateStep,
    ExportRepository,
    MemberExport,
    PhotoService,
    MergeService,
    MemberFileService,
    ErasureRepository,
    ErasureService,
  ],
})
export class MembersModule {}
