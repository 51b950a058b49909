import { Injectable } from '@nestjs/common';
import { handlersOf, type ServiceExtension } from '@engawa/service-kit';

/** Stops the start of a service that has a route without an access decorator. */
@Injectable()
export class UndecidedRoutesCheck implements ServiceExtension {
  /** Throws with the names of all routes without `@Can`, `@SignedIn` or `@Public`. */
  beforeListen(app: Parameters<NonNullable<ServiceExtension['beforeListen']>>[0]): void {
    const undecided = handlersOf(app).filter(({ marks }) => marks.access === undefined);
    if (undecided.length > 0) {
      const names = undecided.map(({ controller, method }) => `${controller}.${method}`);
      throw new Error(`access is not decided (@Can, @SignedIn or @Public): ${names.join(', ')}`);
    }
  }
}
