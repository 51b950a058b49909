import { Injectable } from '@nestjs/common';
import { EventBus } from '@engawa/events';
import { labelNameOf, memberNameOf, staffNameOf, type NameFromEvent } from './name.mapper';
import { NameRepository, type NamedIds } from './name.repository';
import { nameId, type NamedKind } from './name.schema';
import { NameService } from './name.service';

/** Asks owners for unknown names. */
@Injectable()
export class NameLearningService {
  constructor(
    private readonly names: NameRepository,
    private readonly service: NameService,
    private readonly bus: EventBus,
  ) {}

  /** Queries the owners for these ids and stores the result. Throws `QuestionUnanswered`. */
  async learn(space: string, ids: NamedIds): Promise<void> {
    const known = await this.names.findNamed(space, ids);
    const ask = async <Facts>(
      kind: NamedKind,
      question: string,
      nameOf: (facts: Facts) => NameFromEvent,
    ): Promise<void> => {
      const missing = ids[kind].filter((id) => !known.has(nameId(kind, id)));
      if (missing.length === 0) return;
      const found = await this.bus.ask<(Facts & { version: number })[]>(question, {
        space,
        ids: missing,
      });
      for (const { version, ...told } of found) {
        await this.service.keep(space, version, nameOf(told as Facts));
      }
    };
    await Promise.all([
      ask('staff', 'identity.findStaffs', staffNameOf),
      ask('member', 'members.findMembers', memberNameOf),
      ask('label', 'timeline.findLabels', labelNameOf),
    ]);
  }

  /** The ids that the space does not have, after asking the owners. */
  async findUnknown(
    space: string,
    ids: NamedIds,
  ): Promise<(kind: NamedKind, id: string) => boolean> {
    await this.learn(space, ids);
    const known = await this.names.findNamed(space, ids);
    return (kind, id) => {
      const name = known.get(nameId(kind, id));
      // A deleted label is kept without texts.
      return name === undefined || (kind === 'label' && name.texts.length === 0);
    };
  }
}
