import { Module } from '@nestjs/common';
import { AuthModule } from '@engawa/auth';
import { DirectoryModule } from '@engawa/directory';
import { EventsModule } from '@engawa/events';
import { MongoIdempotencyStore, PersistenceModule } from '@engawa/persistence';
import { IdempotencyModule } from '@engawa/service-kit';
import { StorageModule } from '@engawa/storage';
import { AttachmentClaimService } from './attachment/attachment-claim.service';
import { AttachmentLinkService } from './attachment/attachment-link.service';
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
import { LabelRepository } from './label/label.repository';
import { labelSchema } from './label/label.schema';
import { LabelService } from './label/label.service';
import { PeopleService } from './people/people.service';
import { PostController } from './post/post.controller';
import { PostMapper } from './post/post.mapper';
import { PostRepository } from './post/post.repository';
import { postSchema } from './post/post.schema';
import { PostService } from './post/post.service';
import { PostWriteService } from './post/post-write.service';
import { ReactionController } from './reaction/reaction.controller';
import { ReactionRepository } from './reaction/reaction.repository';
import { reactionSchema } from './reaction/reaction.schema';
import { ReactionService } from './reaction/reaction.service';
import { ReactionToggleController } from './reaction/reaction-toggle.controller';
import { ReactionToggleService } from './reaction/reaction-toggle.service';
import { SpaceListener } from './space/space.listener';
import { TaskListener } from './task/task.listener';
import { TaskMirrorService } from './task/task-mirror.service';
import { ReferenceService } from './thread/reference.service';

@Module({
  imports: [
    AuthModule.forRoot(),
    EventsModule.forRoot(),
    PersistenceModule.forRoot({
      schemas: [postSchema, commentSchema, labelSchema, reactionSchema, attachmentSchema],
    }),
    DirectoryModule.forRoot({ staffs: true, members: true, spaces: true }),
    IdempotencyModule.forRoot(MongoIdempotencyStore),
    StorageModule.forRoot(),
  ],
  controllers: [
    PostController,
    CommentController,
    ReactionToggleController,
    LabelController,
    ReactionController,
    CommentListener,
    TaskListener,
    LabelListener,
    SpaceListener,
  ],
  providers: [
    PostRepository,
    PostMapper,
    PostService,
    PostWriteService,
    CommentRepository,
    CommentMapper,
    CommentService,
    CommentWriteService,
    CommentTallyService,
    CommentThreadService,
    LabelRepository,
    LabelService,
    ReactionRepository,
    ReactionService,
    ReactionToggleService,
    AttachmentRepository,
    AttachmentClaimService,
    AttachmentLinkService,
    PeopleService,
    ReferenceService,
    TaskMirrorService,
  ],
})
export class TimelineModule {}
