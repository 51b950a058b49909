import type { ServiceDefinition } from '@engawa/service-kit';

/** The services behind the gateway, in the order in which they start. */
export const services: Readonly<Record<string, () => Promise<unknown>>> = {
  identity: async () => (await import('@engawa/identity')).identity,
  members: async () => (await import('@engawa/members')).members,
  timeline: async () => (await import('@engawa/timeline')).timeline,
  tasks: async () => (await import('@engawa/tasks')).tasks,
  notifications: async () => (await import('@engawa/notifications')).notifications,
  search: async () => (await import('@engawa/search')).search,
  integrations: async () => (await import('@engawa/integrations')).integrations,
};

/** `gateway` stands last: it needs the others' addresses. */
export const gateway = async () => (await import('@engawa/gateway')).gateway;

/** Each service reads its own configuration; here only that it is one matters. */
export type AnyService = ServiceDefinition;
