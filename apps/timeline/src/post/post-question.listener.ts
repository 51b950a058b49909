import { Controller } from '@nestjs/common';
import { listPostsAnswer, type Post } from '@engawa/contracts';
import { OnQuestion } from '@engawa/events';
import { projectorOf } from '@engawa/service-kit';
import { PostMapper } from './post.mapper';
import { PostRepository } from './post.repository';

/** Well below the message limit of the event server. */
const MAX_ANSWER_BYTES = 400_000;

const project = projectorOf(listPostsAnswer.shape.items);

/** Answers the gateway, which sends changed posts to all readers of a space at once. */
@Controller()
export class PostQuestionListener {
  constructor(
    private readonly posts: PostRepository,
    private readonly mapper: PostMapper,
  ) {}

  /** These posts as `listPosts` answers them; without deleted ones and those beyond the limit. */
  @OnQuestion('timeline.findPosts')
  async findPosts({ space, ids }: { space: string; ids: string[] }): Promise<Post[]> {
    const found = await this.posts.findLiveByIds(space, ids);
    const answers = project(await this.mapper.answers(space, found)) as Post[];
    let bytes = 0;
    return answers.filter((post) => {
      bytes += Buffer.byteLength(JSON.stringify(post));
      return bytes <= MAX_ANSWER_BYTES;
    });
  }
}
