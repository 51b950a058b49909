import type { Permission } from '@engawa/contracts';
import { mark, marksOf } from '@engawa/service-kit';

/** Only for those who have the permission. */
export function Can(permission: Permission): MethodDecorator {
  return decide(permission);
}

/** For everyone; a token that is no longer good counts as none. */
export function Public(): MethodDecorator {
  return decide('public');
}

/** For every signed-in staff. */
export function SignedIn(): MethodDecorator {
  return decide('signed-in');
}

/** Also open to a staff who has not yet chosen a password of their own (IDN-6). */
export function BeforeOnboarding(): MethodDecorator {
  return mark({ beforeOnboarding: true });
}

function decide(access: Permission | 'public' | 'signed-in'): MethodDecorator {
  return (target, key, descriptor) => {
    const handler = (target as Record<string | symbol, object>)[key]!;
    if (marksOf(handler).access !== undefined) {
      throw new Error(`${target.constructor.name}.${String(key)}: its access is decided twice`);
    }
    mark({ access })(target, key, descriptor);
  };
}
