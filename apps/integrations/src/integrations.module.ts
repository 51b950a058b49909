import { Module } from '@nestjs/common';
import { AuthModule } from '@engawa/auth';
import { EventsModule } from '@engawa/events';
import { PersistenceModule } from '@engawa/persistence';
import { SpaceListener } from './space/space.listener';
import { SpaceCopyRepository } from './space/space.repository';
import { spaceCopyStore } from './space/space.schema';

@Module({
  imports: [
    EventsModule.forRoot(),
    PersistenceModule.forRoot({ schemas: [spaceCopyStore] }),
    AuthModule.forRoot(),
  ],
  controllers: [SpaceListener],
  providers: [SpaceCopyRepository],
})
export class IntegrationsModule {}
