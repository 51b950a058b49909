import { Body, Controller, Delete, Param, Put } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import type { CurrentStaffClaims } from '@engawa/auth';
import * as contracts from '@engawa/contracts';
import { Answer, Operation, Problems } from '@engawa/service-kit';
import { PostPathDto } from '../post/post.dto';
import { LinkSolutionDto } from './issue.dto';
import { IssueService } from './issue.service';

@Controller('posts/:postId/solution')
export class IssueController {
  constructor(private readonly issues: IssueService) {}

  @Put()
  @Can('post.write')
  @Operation('linkSolution', {
    summary: 'Link the solution of an issue',
    description:
      'Closes an issue with a post, a comment or the finished task of either, and names the staff member or member who solved it.',
  })
  @Answer(200, contracts.post)
  @Problems(
    'timeline.post.not-found',
    'timeline.issue.not-an-issue',
    'timeline.issue.unknown-solution',
    'timeline.issue.unfinished-task',
    'timeline.post.unknown-staff',
    'timeline.post.unknown-member',
    'timeline.post.conflict',
  )
  link(
    @CurrentStaff() staff: CurrentStaffClaims,
    @Param() path: PostPathDto,
    @Body() input: LinkSolutionDto,
  ) {
    return this.issues.link(staff, path.postId, input);
  }

  @Delete()
  @Can('post.write')
  @Operation('reopenIssue', {
    summary: 'Reopen an issue',
    description: 'Removes the solution of an issue and opens it again.',
  })
  @Answer(200, contracts.post)
  @Problems('timeline.post.not-found', 'timeline.issue.not-an-issue', 'timeline.post.conflict')
  reopen(@CurrentStaff() staff: CurrentStaffClaims, @Param() path: PostPathDto) {
    return this.issues.reopen(staff, path.postId);
  }
}
