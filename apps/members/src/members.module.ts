import { Module } from '@nestjs/common';
import { AuthModule } from '@engawa/auth';
import { EventsModule } from '@engawa/events';
import { MongoIdempotencyStore, PersistenceModule } from '@engawa/persistence';
import { IdempotencyModule } from '@engawa/service-kit';
import { MemberTypeClearing } from './member-type/member-type-clearing.service';
import { MemberTypeController } from './member-type/member-type.controller';
import { MemberTypeListener } from './member-type/member-type.listener';
import { MemberTypeRepository } from './member-type/member-type.repository';
import { memberTypeSetStore } from './member-type/member-type.schema';
import { MemberTypeService } from './member-type/member-type.service';
import { MemberCounts } from './member/member-count.service';
import { MemberController } from './member/member.controller';
import { MemberListener } from './member/member.listener';
import { MemberRepository } from './member/member.repository';
import { memberStore } from './member/member.schema';
import { MemberService } from './member/member.service';
import { TalkListener } from './talk/talk.listener';
import { TalkRepository } from './talk/talk.repository';
import { talkStore } from './talk/talk.schema';
import { TalkService } from './talk/talk.service';

@Module({
  imports: [
    EventsModule.forRoot(),
    PersistenceModule.forRoot({ schemas: [memberStore, memberTypeSetStore, talkStore] }),
    AuthModule.forRoot(),
    IdempotencyModule.forRoot(MongoIdempotencyStore),
  ],
  controllers: [
    MemberController,
    MemberTypeController,
    MemberListener,
    MemberTypeListener,
    TalkListener,
  ],
  providers: [
    MemberRepository,
    MemberService,
    MemberCounts,
    MemberTypeRepository,
    MemberTypeService,
    MemberTypeClearing,
    TalkRepository,
    TalkService,
  ],
})
export class MembersModule {}
