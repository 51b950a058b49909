/** The services behind the gateway, in the order in which they start. */
export const services = [
  'identity',
  'members',
  'timeline',
  'tasks',
  'notifications',
  'search',
  'integrations',
];
