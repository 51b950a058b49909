import { z } from 'zod';

/** The source's `roll` (IDN-2). */
export const roles = ['primaryAdmin', 'generalAdmin', 'staff'] as const;
export const role = z.enum(roles);
export type Role = z.infer<typeof role>;

/** What a role lets its holder do; `god` stands beside the roles (IDN-3). */
const everyone: readonly Role[] = roles;
const admins: readonly Role[] = ['primaryAdmin', 'generalAdmin'];
const primary: readonly Role[] = ['primaryAdmin'];
const nobody: readonly Role[] = [];

/** permission → roles that have it. The one place where this is decided. */
export const permissions = {
  'session.read': everyone,
  'post.read': everyone,
  'post.write': everyone,
  'post.moderate': admins,
  'label.manage': admins,
  'reaction.manage': admins,
  'post.export': admins,
  'post.import': admins,
  'task.read': everyone,
  'task.write': everyone,
  'member.read': everyone,
  'member.write': everyone,
  'member.delete': admins,
  'member.import': admins,
  'member.export': admins,
  'memberType.manage': admins,
  'staff.read': everyone,
  'staff.manage': admins,
  /** addUser and updateUser, which god has too (source, section 7). */
  'staff.edit': admins,
  'staff.transferPrimary': primary,
  'notification.read': everyone,
  'search.read': everyone,
  'insight.read': everyone,
  'integration.manage': admins,
  'apiToken.manage': admins,
  'audit.read': admins,
  'space.manage': admins,
  // Whoever decides who vouches for the staff could sign in as any of them.
  'space.signIn': primary,
  'space.operate': nobody,
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissions;
export const permission = z.enum(Object.keys(permissions) as [Permission, ...Permission[]]);

/** Permissions that the god flag adds whatever the role. */
const godPermissions: readonly Permission[] = [
  'space.operate',
  'staff.edit',
  'member.export',
  'post.export',
];

/** Whether a holder of the role (and the god flag) has the permission. */
export function roleCan(holder: { role: Role; god: boolean }, wanted: Permission): boolean {
  if (holder.god && godPermissions.includes(wanted)) return true;
  return (permissions[wanted] as readonly Role[]).includes(holder.role);
}

/** Every permission of a holder, for the session answer. */
export function permissionsOf(holder: { role: Role; god: boolean }): Permission[] {
  return (Object.keys(permissions) as Permission[]).filter((name) => roleCan(holder, name));
}

/** Whether a role is one of the two administrator roles (the source's `admin` claim). */
export function isAdminRole(value: Role): boolean {
  return admins.includes(value);
}
