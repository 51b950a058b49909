// Repairs copies of posts and comments whose events are in no stream and no journal any more.
import { randomUUID } from 'node:crypto';
import { JSONCodec } from 'nats';

const json = JSONCodec();
/** Documents of one question: below the message limit of the broker. */
const BATCH_SIZE = 50;
/**
 * By copy: the kind of its owner, and the event with the present state. The event makes up for the
 * first one, so that a lost notification of a comment is written too.
 */
const resent = {
  'members.talks': { kind: 'post', event: 'timeline.post.updated' },
  'notifications.participations': { kind: 'comment', event: 'timeline.comment.created' },
};

/**
 * Gives the present state of differing posts and comments to the one service whose copy differs, in
 * the way of replayed dead letters. Returns their number.
 */
export async function resendState({ differences, ask, client, prefix }) {
  let count = 0;
  for (const [copy, { kind, event }] of Object.entries(resent)) {
    const [service] = copy.split('.');
    const concerned = differences.filter((each) => each.copy === copy);
    for (const space of new Set(concerned.map((each) => each.space))) {
      const found = concerned.filter((each) => each.space === space).map(({ id }) => id);
      for (let at = 0; at < found.length; at += BATCH_SIZE) {
        const ids = found.slice(at, at + BATCH_SIZE);
        const question = { space, kind, ids, all: true };
        const { items } = await ask('timeline.findTaskSources', question);
        for (const item of items.filter(({ deleted }) => !deleted)) {
          const message = json.encode(eventOf(event, space, kind, item));
          await client.publish(`${prefix}-replay.${service}`, message);
          count += 1;
        }
      }
    }
  }
  return count;
}

function eventOf(name, space, type, { id, version, facts }) {
  return {
    id: randomUUID(),
    name,
    space,
    at: facts.createdAt,
    actor: facts.ownerId,
    aggregate: { type, id },
    version,
    traceparent: null,
    requestId: null,
    data: facts,
  };
}
