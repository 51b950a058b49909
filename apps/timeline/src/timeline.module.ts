import { Module } from '@nestjs/common';
import { AuthModule } from '@engawa/auth';
import { DirectoryModule } from '@engawa/directory';
import { EventsModule } from '@engawa/events';
import { kafka } from '@engawa/events-kafka';
import { provideImports } from '@engawa/imports';
import { PersistenceModule } from '@engawa/persistence';
import { provideExtension } from '@engawa/service-kit';
import { StorageModule } from '@engawa/storage';
import { AttachmentExpiryService } from './attachment/attachment-expiry.service';
import { AttachmentController } from './attachment/attachment.controller';
import { AttachmentFileService } from './attachment/attachment-file.service';
import { AttachmentListener } from './attachment/attachment.listener';
import { AttachmentService } from './attachment/attachment.service';
import { AttachmentPlacementService } from './attachment/attachment-placement.service';
import { DraftController } from './draft/draft.controller';
import { DraftListener } from './draft/draft.listener';
import { DraftMapper } from './draft/draft.mapper';
import { DraftRepository } from './draft/draft.repository';
import { draftSchema } from './draft/draft.schema';
import { DraftService } from './draft/draft.service';
import { ErasureListener } from './erasure/erasure.listener';
import { ErasureRepository } from './erasure/erasure.repository';
import { erasureSchema } from './erasure/erasure.schema';
import { ErasureService } from './erasure/erasure.service';
import { ErasureWriteService } from './erasure/erasure-write.service';
import { IssueController } from './issue/issue.controller';
import { IssueLabelService } from './issue/issue-label.service';
import { IssueSolutionService } from './issue/issue-solution.service';
import { IssueListener } from './issue/issue.listener';
import { IssueService } from './issue/issue.service';
import { PinController } from './pin/pin.controller';
import { PinRepository } from './pin/pin.repository';
import { pinSchema } from './pin/pin.schema';
import { PinService } from './pin/pin.service';
import { ConfirmationService } from './post/confirmation.service';
import { PostCsvController } from './post-csv/post-csv.controller';
import { PostExportRepository } from './post-csv/post-export.repository';
import { postExportSchema } from './post-csv/post-export.schema';
import { PostExportService } from './post-csv/post-export.service';
import { ImportController } from './post-import/import.controller';
import { importChunkSchema, importSchema } from './post-import/import.schema';
import { PostImports } from './post-import/import.service';
import { RankingController } from './ranking/ranking.controller';
import { RankingListener } from './ranking/ranking.listener';
import { RankingRepository } from './ranking/ranking.repository';
import { tallySchema } from './ranking/ranking.schema';
import { RankingService } from './ranking/ranking.service';
import { ReadPositionController } from './read-position/read-position.controller';
import { ReadPositionRepository } from './read-position/read-position.repository';
import { readPositionSchema } from './read-position/read-position.schema';
import { ReadPositionService } from './read-position/read-position.service';
import { AttachmentClaimService } from './attachment/attachment-claim.service';
import { AttachmentRepository } from './attachment/attachment.repository';
import { attachmentSchema } from './attachment/attachment.schema';
import { CommentController } from './comment/comment.controller';
import { CommentListener } from './comment/comment.listener';
import { CommentMapper } from './comment/comment.mapper';
import { CommentRepository } from './comment/comment.repository';
import { commentSchema } from './comment/comment.schema';
import { CommentService } from './comment/comment.service';
import { CommentTallyService } from './comment/comment-tally.service';
import { CommentThreadService } from './comment/comment-thread.service';
import { CommentWriteService } from './comment/comment-write.service';
import { LabelController } from './label/label.controller';
import { LabelListener } from './label/label.listener';
import { LabelRemovalService } from './label/label-removal.service';
import { labelCacheProviders } from './label/label-cache.service';
import { LabelRepository } from './label/label.repository';
import { labelSchema } from './label/label.schema';
import { LabelService } from './label/label.service';
import { PeopleService } from './directory-cache/people.service';
import { PostController } from './post/post.controller';
import { PostQuestionListener } from './post/post-question.listener';
import { PostMapper } from './post/post.mapper';
import { PostRepository } from './post/post.repository';
import { postSchema } from './post/post.schema';
import { PostService } from './post/post.service';
import { PostBulkService } from './post/post-bulk.service';
import { PostWriteService } from './post/post-write.service';
import { ReactionController } from './reaction/reaction.controller';
import { ReactionRepository } from './reaction/reaction.repository';
import { reactionSchema } from './reaction/reaction.schema';
import { ReactionService } from './reaction/reaction.service';
import { ReactionToggleController } from './reaction/reaction-toggle.controller';
import { ReactionToggleService } from './reaction/reaction-toggle.service';
import { SpaceListener } from './space/space.listener';
import { TaskListener } from './task-mirror/task.listener';
import { TaskMirrorService } from './task-mirror/task-mirror.service';
import { TaskSourceListener } from './task-mirror/task-source.listener';
import { ReferenceService } from './content/reference.service';
import { SavedViewController } from './saved-view/saved-view.controller';
import { SavedViewListener } from './saved-view/saved-view.listener';
import { SavedViewRepository, ViewOrderRepository } from './saved-view/saved-view.repository';
import { savedViewSchema, viewOrderSchema } from './saved-view/saved-view.schema';
import { SavedViewClearing } from './saved-view/saved-view-clearing.service';
import { SavedViewService } from './saved-view/saved-view.service';
import { TemplateController } from './template/template.controller';
import { TemplateRepository } from './template/template.repository';
import { templateSchema } from './template/template.schema';
import { TemplateService } from './template/template.service';

@Module({
  imports: [
    AuthModule.forRoot(),
    EventsModule.forRoot({ kafka }),
    PersistenceModule.forRoot({
      schemas: [
        postSchema,
        commentSchema,
        labelSchema,
        reactionSchema,
        attachmentSchema,
        draftSchema,
        readPositionSchema,
        pinSchema,
        tallySchema,
        importSchema,
        importChunkSchema,
        erasureSchema,
        postExportSchema,
        savedViewSchema,
        templateSchema,
        viewOrderSchema,
      ],
    }),
    DirectoryModule.forRoot({ staffs: true, members: true, spaces: true }),
    StorageModule.forRoot(),
  ],
  controllers: [
    PinController,
    PostCsvController,
    ImportController,
    PostController,
    CommentController,
    ReactionToggleController,
    LabelController,
    SavedViewController,
    TemplateController,
    ReactionController,
    AttachmentController,
    DraftController,
    ReadPositionController,
    IssueController,
    RankingController,
    CommentListener,
    AttachmentListener,
    DraftListener,
    IssueListener,
    RankingListener,
    TaskListener,
    TaskSourceListener,
    PostQuestionListener,
    LabelListener,
    SpaceListener,
    ErasureListener,
    SavedViewListener,
  ],
  providers: [
    SavedViewRepository,
    ViewOrderRepository,
    SavedViewService,
    SavedViewClearing,
    TemplateRepository,
    TemplateService,
    PostRepository,
    PostMapper,
    PostService,
    PostBulkService,
    PostWriteService,
    CommentRepository,
    CommentMapper,
    CommentService,
    CommentWriteService,
    CommentTallyService,
    CommentThreadService,
    LabelRepository,
    ...labelCacheProviders,
    LabelRemovalService,
    LabelService,
    ReactionRepository,
    ReactionService,
    ReactionToggleService,
    AttachmentRepository,
    AttachmentClaimService,
    AttachmentService,
    AttachmentFileService,
    AttachmentPlacementService,
    AttachmentExpiryService,
    DraftRepository,
    DraftMapper,
    DraftService,
    ReadPositionRepository,
    ReadPositionService,
    PinRepository,
    PinService,
    ConfirmationService,
    IssueService,
    IssueLabelService,
    IssueSolutionService,
    RankingRepository,
    RankingService,
    PostExportRepository,
    PostExportService,
    ...provideImports({
      imports: importSchema,
      chunks: importChunkSchema,
      definition: PostImports,
    }),
    ErasureRepository,
    ErasureWriteService,
    ErasureService,
    PeopleService,
    provideExtension(PeopleService),
    ReferenceService,
    TaskMirrorService,
  ],
})
export class TimelineModule {}
