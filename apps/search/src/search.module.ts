import { Module } from '@nestjs/common';
import { AuthModule } from '@engawa/auth';
import { EventsModule } from '@engawa/events';
import { kafka } from '@engawa/events-kafka';
import { PersistenceModule } from '@engawa/persistence';
import { textBlockStore, textDirectoryStore } from '@engawa/text-search';
import { EntryIndex } from './entry/entry-index.service';
import { EntryReindexer } from './entry/entry-reindexer.service';
import { EntryListener } from './entry/entry.listener';
import { EntryRepository } from './entry/entry.repository';
import { entryStore } from './entry/entry.schema';
import { EntryService } from './entry/entry.service';
import { MemberFileListener } from './file/member-file.listener';
import { ErasureListener } from './erasure/erasure.listener';
import { CoverageController } from './health/coverage.controller';
import { CoverageService } from './health/coverage.service';
import { RelationsController } from './health/relations.controller';
import { MemberTypes } from './health/member-types.service';
import { PictureCache } from './health/picture-cache';
import { RelationsService } from './health/relations.service';
import { HealthFigures } from './health/health-figures.service';
import { MemberHealthRepository } from './health/health.repository';
import { memberHealthStore, radarSettingStore, snoozeStore } from './health/health.schema';
import { RadarController } from './health/radar.controller';
import { RadarListener } from './health/radar.listener';
import { RadarService } from './health/radar.service';
import { RadarSettingRepository } from './health/radar-setting.repository';
import { ReachOutListener } from './health/reach-out.listener';
import { ReachOutRepository } from './health/reach-out.repository';
import { reachOutStore } from './health/reach-out.schema';
import { ReachOutService } from './health/reach-out.service';
import { SnoozeRepository } from './health/snooze.repository';
import { InsightFigures } from './insight/insight-figures.service';
import { InsightController } from './insight/insight.controller';
import { InsightListener } from './insight/insight.listener';
import { InsightMonthRepository } from './insight/insight-month.repository';
import { insightMonthStore } from './insight/insight-month.schema';
import { InsightMonths } from './insight/insight-months.service';
import { InsightRepository, SpaceZoneRepository } from './insight/insight.repository';
import { InsightExportRepository } from './insight/insight-export.repository';
import { insightExportStore } from './insight/insight-export.schema';
import { insightDayStore, spaceZoneStore } from './insight/insight.schema';
import { InsightCounts } from './insight/insight-count.service';
import { InsightCsv } from './insight/insight-csv.service';
import { InsightService } from './insight/insight.service';
import { LabelHintController } from './label-hint/label-hint.controller';
import { LabelHintRepository } from './label-hint/label-hint.repository';
import { LabelHintService } from './label-hint/label-hint.service';
import { MatchFinder } from './match/match-finder.service';
import { MatchController } from './match/match.controller';
import { MatchEntryRepository, MatchRepository } from './match/match.repository';
import { matchStore } from './match/match.schema';
import { MatchService } from './match/match.service';
import { MemberBriefController } from './member-brief/member-brief.controller';
import { MemberBriefRepository } from './member-brief/member-brief.repository';
import { MemberBriefService } from './member-brief/member-brief.service';
import { NameListener } from './name/name.listener';
import { NameLearningService } from './name/name-learning.service';
import { NameRepository } from './name/name.repository';
import { nameStore } from './name/name.schema';
import { NameService } from './name/name.service';
import { RebuildController } from './rebuild/rebuild.controller';
import { RebuildRepository } from './rebuild/rebuild.repository';
import { rebuildStore } from './rebuild/rebuild.schema';
import { RebuildService } from './rebuild/rebuild.service';
import { SavedSearchController } from './saved-search/saved-search.controller';
import { SavedSearchRepository } from './saved-search/saved-search.repository';
import { savedSearchStore } from './saved-search/saved-search.schema';
import { SavedSearchService } from './saved-search/saved-search.service';
import { SearchController } from './search/search.controller';
import { SearchService } from './search/search.service';

@Module({
  imports: [
    EventsModule.forRoot({ kafka }),
    PersistenceModule.forRoot({
      schemas: [
        entryStore,
        textBlockStore,
        textDirectoryStore,
        nameStore,
        insightDayStore,
        insightMonthStore,
        spaceZoneStore,
        insightExportStore,
        savedSearchStore,
        memberHealthStore,
        snoozeStore,
        radarSettingStore,
        reachOutStore,
        matchStore,
        rebuildStore,
      ],
    }),
    AuthModule.forRoot(),
  ],
  controllers: [
    SearchController,
    SavedSearchController,
    RebuildController,
    MemberBriefController,
    InsightController,
    RadarController,
    CoverageController,
    RelationsController,
    MatchController,
    LabelHintController,
    ErasureListener,
    InsightListener,
    EntryListener,
    NameListener,
    RadarListener,
    ReachOutListener,
    MemberFileListener,
  ],
  providers: [
    EntryRepository,
    EntryService,
    EntryIndex,
    EntryReindexer,
    NameLearningService,
    NameRepository,
    NameService,
    SearchService,
    SavedSearchRepository,
    SavedSearchService,
    RebuildRepository,
    RebuildService,
    MemberBriefRepository,
    MemberBriefService,
    InsightRepository,
    InsightMonthRepository,
    InsightMonths,
    SpaceZoneRepository,
    InsightExportRepository,
    InsightFigures,
    InsightCounts,
    InsightCsv,
    InsightService,
    MemberHealthRepository,
    SnoozeRepository,
    RadarSettingRepository,
    HealthFigures,
    RadarService,
    ReachOutRepository,
    ReachOutService,
    MatchRepository,
    MatchEntryRepository,
    MatchFinder,
    MatchService,
    LabelHintRepository,
    LabelHintService,
    CoverageService,
    RelationsService,
    PictureCache,
    MemberTypes,
  ],
})
export class SearchModule {}
