import type { Permission } from '@engawa/contracts';
import { mark, marksOf } from '@engawa/service-kit';

/** Requires the permission. */
export function Can(permission: Permission): MethodDecorator {
  return decide(permission);
}

/** Open to everyone; an invalid token counts as none. */
export function Public(): MethodDecorator {
  return decide('public');
}

/** Open to every signed-in staff member. */
export function SignedIn(): MethodDecorator {
  return decide('signed-in');
}

/** Also open to a staff member who has not chosen a password yet (IDN-6). */
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
