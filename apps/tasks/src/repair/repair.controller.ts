import { Controller, HttpCode, Post } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import { taskRepairAnswer } from '@engawa/contracts';
import { Answer, Operation, Problems } from '@engawa/service-kit';
import { OnQuestion, QuestionUnanswered } from '@engawa/events';
import { TimelineUnavailable } from './repair.errors';
import { RepairService } from './repair.service';

@Controller('tasks')
export class RepairController {
  constructor(private readonly repairs: RepairService) {}

  @Post('repair')
  @HttpCode(200)
  @Can('space.manage')
  @Operation('repairTasks', {
    summary: 'Repair tasks',
    description:
      'Compares tasks with the posts and comments that they mirror and repairs differences. Returns what was repaired.',
  })
  @Answer(200, taskRepairAnswer)
  @Problems('tasks.repair.timeline-unavailable')
  async repairTasks(@CurrentStaff() staff: CurrentStaff) {
    try {
      return await this.repairs.repair(staff.space);
    } catch (error) {
      throw error instanceof QuestionUnanswered ? new TimelineUnavailable(error) : error;
    }
  }

  /** For the operators' command (`npm run tasks:repair`). */
  @OnQuestion('tasks.repair')
  repairSpace({ space, mend }: { space: string; mend: boolean }) {
    return this.repairs.repair(space, mend);
  }

  /** Spaces with tasks, for the command. */
  @OnQuestion('tasks.listSpaces')
  listSpaces() {
    return this.repairs.listSpaces();
  }
}
