import {
  DEFAULT_TIME_ZONE,
  email,
  newPassword,
  role,
  spaceId,
  timeZone,
  trimmedText,
} from '@engawa/contracts';
import { z } from 'zod';
import { emailKeyOf } from '../email/email.rules';

const displayName = trimmedText.min(1).max(100);

const bootstrapStaff = z.strictObject({
  email,
  password: newPassword,
  displayName,
  jobTitle: z.string().trim().max(100).default(''),
  bio: z.string().trim().max(2_000).default(''),
  role: role.default('staff'),
  god: z.boolean().default(false),
});

const bootstrapSpace = z.strictObject({
  id: spaceId,
  displayName,
  timeZone: timeZone.default(DEFAULT_TIME_ZONE),
  staffs: z.array(bootstrapStaff).default([]),
});

/** Contents of `ENGAWA_BOOTSTRAP`: the accounts of an empty installation. */
const bootstrapPlan = z
  .strictObject({
    god: z.strictObject({ email, password: newPassword, displayName }).optional(),
    spaces: z.array(bootstrapSpace).default([]),
  })
  .refine((plan) => plan.god !== undefined || plan.spaces.length > 0, {
    message: 'Neither god nor spaces',
  })
  .transform(withGodInASpace)
  .refine((plan) => plan.spaces.every((space) => primaryAdminsOf(space).length === 1), {
    message: 'Each space needs exactly one primaryAdmin',
    path: ['spaces'],
  })
  .refine((plan) => !hasRepeated(plan.spaces), {
    message: 'The same space or e-mail address twice',
    path: ['spaces'],
  });
export type BootstrapPlan = z.infer<typeof bootstrapPlan>;
export type BootstrapSpace = z.infer<typeof bootstrapSpace>;
export type BootstrapStaff = z.infer<typeof bootstrapStaff>;

/**
 * God is a flag of an account, and every account belongs to a space (IDN-3): god joins the first
 * space, or becomes primary administrator of a space created for it.
 */
function withGodInASpace(plan: {
  god?: { email: string; password: string; displayName: string };
  spaces: BootstrapSpace[];
}): { spaces: BootstrapSpace[] } {
  if (!plan.god) return { spaces: plan.spaces };
  const account = { ...plan.god, jobTitle: '', bio: '', god: true };
  const [first, ...others] = plan.spaces;
  if (!first) {
    const staffs: BootstrapStaff[] = [{ ...account, role: 'primaryAdmin' }];
    return {
      spaces: [{ id: 'engawa', displayName: 'Engawa', timeZone: DEFAULT_TIME_ZONE, staffs }],
    };
  }
  return {
    spaces: [{ ...first, staffs: [...first.staffs, { ...account, role: 'staff' }] }, ...others],
  };
}

function hasRepeated(spaces: BootstrapSpace[]): boolean {
  const emails = spaces.flatMap((space) => space.staffs.map((staff) => emailKeyOf(staff.email)));
  const ids = spaces.map((space) => space.id);
  return new Set(emails).size !== emails.length || new Set(ids).size !== ids.length;
}

function primaryAdminsOf(space: BootstrapSpace): BootstrapStaff[] {
  return space.staffs.filter((staff) => staff.role === 'primaryAdmin');
}

/** Parses the variable. Errors name the place of each fault, without passwords. */
export function readBootstrapPlan(text: string): BootstrapPlan {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('ENGAWA_BOOTSTRAP is not JSON');
  }
  const result = bootstrapPlan.safeParse(value);
  if (result.success) return result.data;
  const faults = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`ENGAWA_BOOTSTRAP: ${faults.join('; ')}`);
}
