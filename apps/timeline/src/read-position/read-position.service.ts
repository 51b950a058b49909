import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import type { ReadPosition, SetReadPositionInput } from '@engawa/contracts';
import { ReadPositionRepository } from './read-position.repository';

/** How far each staff member has read (TML-10). */
@Injectable()
export class ReadPositionService {
  constructor(private readonly positions: ReadPositionRepository) {}

  async get({ space, staffId }: CurrentStaff): Promise<ReadPosition> {
    const found = await this.positions.findById(space, staffId);
    return { timeline: found?.timeline.toISOString() ?? null };
  }

  /** Never beyond now: later posts are new. */
  async set({ space, staffId }: CurrentStaff, input: SetReadPositionInput): Promise<ReadPosition> {
    const wanted = new Date(Math.min(Date.parse(input.timeline), Date.now()));
    return { timeline: (await this.positions.advance(space, staffId, wanted)).toISOString() };
  }
}
