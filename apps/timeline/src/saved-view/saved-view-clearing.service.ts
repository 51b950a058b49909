import { Injectable } from '@nestjs/common';
import { savedViewEvent } from './saved-view.mapper';
import { SavedViewRepository } from './saved-view.repository';

/** Takes what is deleted out of saved views. */
@Injectable()
export class SavedViewClearing {
  constructor(private readonly views: SavedViewRepository) {}

  /** Takes a deleted label out of all views (TML-5). Safe to repeat. */
  async removeLabel(space: string, labelId: string): Promise<void> {
    for (const { id } of await this.views.findWithLabel(space, labelId)) {
      await this.views.change(space, id, (current, next) => {
        if (current.criteria.labelId !== labelId) return null;
        return {
          set: { criteria: { ...current.criteria, labelId: null } },
          events: [savedViewEvent(current, next.version, null)],
        };
      });
    }
  }

  /** Takes a deleted member type out of all views (MBR-3). Safe to repeat. */
  async removeMemberType(space: string, typeId: string): Promise<void> {
    for (const { id } of await this.views.findWithMemberType(space, typeId)) {
      await this.views.change(space, id, (current, next) => {
        if (current.memberCriteria?.typeId !== typeId) return null;
        return {
          set: { memberCriteria: { ...current.memberCriteria, typeId: null } },
          events: [savedViewEvent(current, next.version, null)],
        };
      });
    }
  }
}
