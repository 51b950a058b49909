import { Controller } from '@nestjs/common';
import { OnQuestion } from '@engawa/events';
import { ReachOutService } from './reach-out.service';

@Controller()
export class ReachOutListener {
  constructor(private readonly reachOut: ReachOutService) {}

  /** For a service that has no copy of the list yet. */
  @OnQuestion('search.findReachOut')
  findReachOut({ space }: { space: string }) {
    return this.reachOut.find(space);
  }
}
