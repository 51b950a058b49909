import { Controller } from '@nestjs/common';
import { OnQuestion } from '@engawa/events';
import { ReachOutService } from './reach-out.service';

@Controller()
export class ReachOutListener {
  constructor(private readonly reachOut: ReachOutService) {}

  /** For services without a copy of the list. */
  @OnQuestion('search.findReachOut')
  findReachOut({ space }: { space: string }) {
    return this.reachOut.find(space);
  }
}
