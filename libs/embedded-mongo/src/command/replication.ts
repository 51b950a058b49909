import { Binary, doc, int32, Timestamp, type Doc, type Value } from '@engawa/mongo-semantics';
import type { Engine } from './engine';
import { TOPOLOGY_VERSION } from './topology';

const NO_SIGNATURE = doc({ hash: new Binary(Buffer.alloc(20), 0), keyId: 0n });

/** What a replica set of one tells besides: its logical clock, which grows with every commit, and its state. */
export class Replication {
  private commits = -1;
  private time = new Timestamp({ t: 0, i: 0 });
  private at = new Date();

  constructor(
    readonly name: string,
    private readonly engine: Engine,
  ) {}

  private now(): Timestamp {
    const { commits } = this.engine.store;
    if (commits !== this.commits) {
      this.commits = commits;
      this.at = new Date();
      const second = Math.floor(this.at.getTime() / 1000);
      const same = second <= this.time.getHighBitsUnsigned();
      this.time = new Timestamp({
        t: same ? this.time.getHighBitsUnsigned() : second,
        i: same ? this.time.getLowBitsUnsigned() + 1 : 1,
      });
    }
    return this.time;
  }

  /** Adds the cluster's time to an answer; clients send it along with their next command. */
  stamp(reply: Doc): void {
    const time = this.now();
    reply.set('$clusterTime', doc({ clusterTime: time, signature: NO_SIGNATURE }));
    reply.set('operationTime', time);
  }

  lastWrite(): Doc {
    const opTime = doc({ ts: this.now(), t: 1n });
    return doc({
      opTime,
      lastWriteDate: this.at,
      majorityOpTime: opTime,
      majorityWriteDate: this.at,
    });
  }

  status(): Doc {
    const optime = doc({ ts: this.now(), t: 1n });
    return doc({
      set: this.name,
      date: new Date(),
      myState: int32(1),
      term: 1n,
      heartbeatIntervalMillis: 2000n,
      majorityVoteCount: int32(1),
      writeMajorityCount: int32(1),
      votingMembersCount: int32(1),
      writableVotingMembersCount: int32(1),
      optimes: doc({ lastCommittedOpTime: optime, appliedOpTime: optime, durableOpTime: optime }),
      members: [
        doc({
          _id: int32(0),
          name: this.engine.address,
          health: 1,
          state: int32(1),
          stateStr: 'PRIMARY',
          uptime: int32((Date.now() - this.engine.startedAt.getTime()) / 1000),
          optime,
          optimeDate: this.at,
          electionTime: new Timestamp({
            t: Math.floor(this.engine.startedAt.getTime() / 1000),
            i: 1,
          }),
          electionDate: this.engine.startedAt,
          configVersion: int32(1),
          configTerm: int32(1),
          self: true,
          lastHeartbeatMessage: '',
        }),
      ],
      ok: 1,
    });
  }

  configuration(): Doc {
    const member = doc({
      _id: int32(0),
      host: this.engine.address,
      arbiterOnly: false,
      buildIndexes: true,
      hidden: false,
      priority: 1,
      tags: doc({}),
      secondaryDelaySecs: 0n,
      votes: int32(1),
    });
    return doc({
      config: doc({
        _id: this.name,
        version: int32(1),
        term: int32(1),
        members: [member],
        protocolVersion: 1n,
        writeConcernMajorityJournalDefault: true,
        settings: doc({ chainingAllowed: true, heartbeatIntervalMillis: int32(2000) }),
      }),
      ok: 1,
    });
  }
}

/** Errors after which a retryable write is worth a second try, as MongoDB labels them. */
const RETRYABLE = new Set([
  6, 7, 89, 91, 189, 262, 358, 384, 9001, 10107, 11600, 11602, 13435, 13436,
]);

/** Errors of a member that is not, or no longer, the primary. */
const NOT_PRIMARY = new Set([189, 10107, 11602, 13435, 13436]);

/**
 * Labels an error: as the test's fault says, else with whether a retryable write is worth a second try. With an
 * error about the primary a member says which topology it is of: a driver that knows that one keeps its connections.
 */
export function labelError(
  reply: Doc,
  code: number,
  body: Doc,
  given: readonly Value[] | null,
  member: boolean,
): void {
  const isRetryable = member && body.has('txnNumber') && RETRYABLE.has(code);
  const labels = given ?? (isRetryable ? ['RetryableWriteError'] : []);
  if (labels.length > 0) reply.set('errorLabels', [...labels]);
  if (member && NOT_PRIMARY.has(code)) reply.set('topologyVersion', TOPOLOGY_VERSION);
}
