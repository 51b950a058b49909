/** The steps of a new space, in order. */
export const firstSteps = ['members', 'staffs', 'post', 'chat'] as const;
export type FirstStep = (typeof firstSteps)[number];

/** What the space has already. */
export type FirstFacts = Readonly<Record<FirstStep, boolean>>;

/** Whether a space still needs the steps: it can do without a chat. */
export function isNew({ members, staffs, post }: FirstFacts): boolean {
  return !members || !staffs || !post;
}
