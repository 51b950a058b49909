import { z } from 'zod';

/** The specification's `roll` (IDN-2). */
export const roles = ['primaryAdmin', 'generalAdmin', 'staff'] as const;
export const role = z.enum(roles);
export type Role = z.infer<typeof role>;

/** Permissions of roles; `god` is separate from the roles (IDN-3). */
const everyone: readonly Role[] = roles;
const admins: readonly Role[] = ['primaryAdmin', 'generalAdmin'];
const primary: readonly Role[] = ['primaryAdmin'];
const nobody: readonly Role[] = [];

/** Permission → roles that have it. The only place where this is decided. */
export const permissions = {
  'session.read': everyone,
  'post.read': everyone,
  'post.write': everyone,
  'post.moderate': admins,
  'label.manage': admins,
  'template.manage': admins,
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
  'customField.manage': admins,
  'staff.read': everyone,
  'staff.manage': admins,
  /** addUser and updateUser; also granted to god (specification, section 7). */
  'staff.edit': admins,
  'staff.transferPrimary': primary,
  'notification.read': everyone,
  'search.read': everyone,
  'insight.read': everyone,
  'integration.manage': admins,
  'apiToken.manage': admins,
  'audit.read': admins,
  'space.manage': admins,
  // Naming the identity provider would allow signing in as any staff member.
  'space.signIn': primary,
  'space.operate': nobody,
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissions;
export const permission = z.enum(Object.keys(permissions) as [Permission, ...Permission[]]);

/** Permissions that the god flag adds to any role. */
const godPermissions: readonly Permission[] = [
  'space.operate',
  'staff.edit',
  'member.export',
  'post.export',
];

/** Whether the role (with the god flag) has the permission. */
export function roleCan(holder: { role: Role; god: boolean }, wanted: Permission): boolean {
  if (holder.god && godPermissions.includes(wanted)) return true;
  return (permissions[wanted] as readonly Role[]).includes(holder.role);
}

/** Every permission of a caller, for the session answer. */
export function permissionsOf(holder: { role: Role; god: boolean }): Permission[] {
  return (Object.keys(permissions) as Permission[]).filter((name) => roleCan(holder, name));
}

/** Whether a role is one of the two administrator roles (the specification's `admin` claim). */
export function isAdminRole(value: Role): boolean {
  return admins.includes(value);
}
