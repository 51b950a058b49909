import { Module } from '@nestjs/common';
import { AuthModule } from '@engawa/auth';
import { EventsModule } from '@engawa/events';
import { kafka } from '@engawa/events-kafka';
import { provideImports } from '@engawa/imports';
import { PersistenceModule } from '@engawa/persistence';
import { StorageModule } from '@engawa/storage';
import { textBlockStore, textDirectoryStore } from '@engawa/text-search';
import { CustomFieldClearing } from './custom-field/custom-field-clearing.service';
import { CustomFieldController } from './custom-field/custom-field.controller';
import { CustomFieldListener } from './custom-field/custom-field.listener';
import { CustomFieldRepository } from './custom-field/custom-field.repository';
import { customFieldSetStore } from './custom-field/custom-field.schema';
import { CustomFieldService } from './custom-field/custom-field.service';
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
import { MemberHistoryService } from './file/history.service';
import { AddStep } from './import/add-step.service';
import { ImportRevert } from './import/import-revert.service';
import { ImportController } from './import/import.controller';
import { importChunkStore, importStore } from './import/import.schema';
import { MemberImports } from './import/import.service';
import { UpdateStep } from './import/update-step.service';
import { MemberTypeClearing } from './member-type/member-type-clearing.service';
import { MemberTypeController } from './member-type/member-type.controller';
import { MemberTypeListener } from './member-type/member-type.listener';
import { MemberTypeRepository } from './member-type/member-type.repository';
import { memberTypeSetStore } from './member-type/member-type.schema';
import { MemberTypeService } from './member-type/member-type.service';
import { memberCountsProviders } from './member/member-count.service';
import { MemberController } from './member/member.controller';
import { MemberListener } from './member/member.listener';
import { DescribedMembers } from './member/described.service';
import { MemberIndex } from './member/member-index.service';
import { MemberListRepository } from './member/member-list.repository';
import { MemberTermsReader } from './member/member-terms.service';
import { MemberRepository } from './member/member.repository';
import { memberStore } from './member/member.schema';
import { MemberBulkService } from './member/member-bulk.service';
import { MemberListService } from './member/member-list.service';
import { MemberService } from './member/member.service';
import { MergeController } from './merge/merge.controller';
import { MergeRepository } from './merge/merge.repository';
import { MergeReader } from './merge/merge-reader.service';
import { MergeService } from './merge/merge.service';
import { PhotoController } from './photo/photo.controller';
import { PhotoService } from './photo/photo.service';
import { TalkListener } from './talk/talk.listener';
import { TalkRepository } from './talk/talk.repository';
import { talkStore } from './talk/talk.schema';
import { TalkService } from './talk/talk.service';

@Module({
  imports: [
    EventsModule.forRoot({ kafka }),
    PersistenceModule.forRoot({
      schemas: [
        memberStore,
        textBlockStore,
        textDirectoryStore,
        memberTypeSetStore,
        customFieldSetStore,
        talkStore,
        importStore,
        importChunkStore,
        exportStore,
        erasureStore,
      ],
    }),
    AuthModule.forRoot(),
    StorageModule.forRoot(),
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
    CustomFieldController,
    MemberListener,
    MemberTypeListener,
    CustomFieldListener,
    TalkListener,
    ErasureListener,
  ],
  providers: [
    MemberRepository,
    MemberListRepository,
    MemberIndex,
    DescribedMembers,
    MemberBulkService,
    MemberListService,
    MemberService,
    ...memberCountsProviders,
    MemberTypeRepository,
    MemberTypeService,
    MemberTypeClearing,
    CustomFieldRepository,
    CustomFieldService,
    CustomFieldClearing,
    MemberTermsReader,
    TalkRepository,
    TalkService,
    ...provideImports({
      imports: importStore,
      chunks: importChunkStore,
      definition: MemberImports,
    }),
    ImportRevert,
    AddStep,
    UpdateStep,
    ExportRepository,
    MemberExport,
    PhotoService,
    MergeRepository,
    MergeReader,
    MergeService,
    MemberHistoryService,
    MemberFileService,
    ErasureRepository,
    ErasureService,
  ],
})
export class MembersModule {}
