import { Injectable } from '@nestjs/common';
import { InjectStore, type Store } from '@engawa/persistence';
import { WrittenRepository } from '../activity/written.repository';
import { participationSchema, type ParticipationDocument } from './participation.schema';

@Injectable()
export class ParticipationRepository extends WrittenRepository<ParticipationDocument> {
  constructor(@InjectStore(participationSchema) store: Store<ParticipationDocument>) {
    super(store);
  }

  /** Those of the comments that are deleted. */
  async findGone(space: string, commentIds: readonly string[]): Promise<Set<string>> {
    const found = await this.findByIds(space, commentIds);
    return new Set(found.flatMap(({ id, gone }) => (gone ? [id] : [])));
  }

  /** All deleted comments of the space. */
  findAllGone(space: string): Promise<Pick<ParticipationDocument, 'id' | 'postId'>[]> {
    return this.findOnly(space, ['id', 'postId'], { gone: true });
  }

  /** Staff with a comment in the thread, each once. */
  async findParticipants(space: string, postId: string): Promise<string[]> {
    const filter = { postId, gone: false };
    return (await this.distinct(space, 'ownerId', filter)) as string[];
  }
}
