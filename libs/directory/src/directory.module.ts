import { type DynamicModule, Module } from '@nestjs/common';
import { PersistenceModule } from '@engawa/persistence';
import { Directory } from './directory';
import { MemberDirectoryListener } from './member/member-directory.listener';
import { MemberEntryRepository } from './member/member-entry.repository';
import { memberEntrySchema } from './member/member.schema';
import { SpaceDirectoryListener } from './space/space-directory.listener';
import { SpaceEntryRepository } from './space/space-entry.repository';
import { spaceEntrySchema } from './space/space.schema';
import { StaffDirectoryListener } from './staff/staff-directory.listener';
import { StaffEntryRepository } from './staff/staff-entry.repository';
import { staffEntrySchema } from './staff/staff.schema';

const parts = {
  staffs: {
    schema: staffEntrySchema,
    repository: StaffEntryRepository,
    listener: StaffDirectoryListener,
  },
  members: {
    schema: memberEntrySchema,
    repository: MemberEntryRepository,
    listener: MemberDirectoryListener,
  },
  spaces: {
    schema: spaceEntrySchema,
    repository: SpaceEntryRepository,
    listener: SpaceDirectoryListener,
  },
} as const;

/**
 * The service's own copies of staff, members and spaces, updated by events. Choose what the service
 * needs; an owner omits its own.
 */
@Module({})
export class DirectoryModule {
  /** Imported once by the root module; `options` names the projections that the service needs. */
  static forRoot(options: {
    staffs?: boolean;
    members?: boolean;
    spaces?: boolean;
  }): DynamicModule {
    const chosen = (Object.keys(parts) as (keyof typeof parts)[])
      .filter((name) => options[name])
      .map((name) => parts[name]);
    return {
      module: DirectoryModule,
      global: true,
      imports: [PersistenceModule.forFeature({ schemas: chosen.map(({ schema }) => schema) })],
      controllers: chosen.map(({ listener }) => listener),
      providers: [...chosen.map(({ repository }) => repository), Directory],
      exports: [Directory, ...chosen.map(({ repository }) => repository)],
    };
  }
}
