import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EventBus } from '@engawa/events';
import { provideExtension, type ServiceExtension } from '@engawa/service-kit';
import { NameCache } from '../directory-cache/name-cache.rules';
import { LabelRepository } from './label.repository';
import type { LabelDocument } from './label.schema';

/**
 * Living labels for the checks of posts and comments. Every process follows all changes and
 * invalidates its cache.
 */
@Injectable()
export class LabelCache implements OnApplicationBootstrap, ServiceExtension {
  private readonly cache = new NameCache<LabelDocument>();
  private stopFollowing: (() => void) | null = null;

  constructor(
    private readonly labels: LabelRepository,
    private readonly bus: EventBus,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.stopFollowing = await this.bus.follow(
      ({ name, space, aggregate }) => {
        if (name.startsWith('timeline.label.')) this.forget(space, aggregate.id);
      },
      () => this.cache.listen(true),
      ['timeline.label'],
    );
    this.cache.listen(true);
  }

  beforeClose(): void {
    this.cache.listen(false);
    this.stopFollowing?.();
  }

  /** Those of the ids that are living labels; one is only missing after a read. */
  findLive(space: string, ids: readonly string[]): Promise<ReadonlyMap<string, LabelDocument>> {
    return this.cache.read(space, ids, async (missing) => {
      const found = await this.labels.findLiveByIds(space, missing);
      return new Map(found.map((label) => [label.id, label]));
    });
  }

  /** Call before a label changes. */
  forget(space: string, labelId: string): void {
    this.cache.forget(space, labelId);
  }
}

export const labelCacheProviders = [LabelCache, provideExtension(LabelCache)];
