import { Inject, Injectable, Logger } from '@nestjs/common';
import { WorkProcessor, type Attempt, type WorkOutcome } from '@engawa/persistence';
import { isStoreAway } from '@engawa/service-kit';
import { IMPORT_DEFINITION, type ImportDefinition } from './import-definition';
import { ImportJob } from './import-job';
import type { FileImport } from './import-store';
import { ClaimLost, ImportRepository, LEASE_MS } from './import.repository';

/** A check and a run of a space beside each other; each holds its file in memory. */
const LIMITS = { total: 3, perSpace: 2, perLane: 1 };
/** How long an import works before other spaces have their turn. */
const TURN_MS = 30_000;
/** Failed attempts without progress between them before an import fails; outages do not count. */
const MAX_ATTEMPTS = 5;

/** Works on imports in the background, in a lane for each state of each space. */
@Injectable()
export class ImportQueue extends WorkProcessor<FileImport> {
  private readonly logger: Logger;

  constructor(
    @Inject(IMPORT_DEFINITION) { name }: ImportDefinition,
    private readonly imports: ImportRepository,
    private readonly job: ImportJob,
  ) {
    super({ name, work: imports, limits: LIMITS, leaseMs: LEASE_MS });
    this.logger = new Logger(name);
  }

  /** Works until the import ends or its turn is over. */
  protected async perform(claimed: FileImport, { signal }: Attempt): Promise<WorkOutcome> {
    const begun = await this.imports.begin(claimed);
    if (!begun) return 'done';
    try {
      // A worker that ended within a step left its name. That step is repeated before the end, so
      // that the counts are those of what was written.
      if (begun.cancelledBy != null && claimed.worker === null) await this.job.cancel(begun);
      else await this.job.work(begun, AbortSignal.any([signal, AbortSignal.timeout(TURN_MS)]));
      // The run of a checked import has another lane.
      this.wake({ space: claimed.space, receiver: 'running' });
      return 'done';
    } catch (error) {
      if (error instanceof ClaimLost) return 'done';
      return this.fail(begun, error);
    }
  }

  private async fail(job: FileImport, error: unknown): Promise<WorkOutcome> {
    const { attempts = 0, outages = 0 } = await this.imports.retry(job, isStoreAway(error));
    this.logger.error(`Import ${job.id}, attempt ${attempts + outages}: ${String(error)}`);
    if (attempts >= MAX_ATTEMPTS) {
      await this.job.fail(job, { code: 'request.internal', line: null });
    }
    return 'later';
  }
}
