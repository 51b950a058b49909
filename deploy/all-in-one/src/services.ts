import type { ServiceDefinition } from '@engawa/service-kit';

/** The services behind the gateway. */
export const services: Readonly<Record<string, () => Promise<unknown>>> = {
  identity: async () => (await import('@engawa/identity')).identity,
  members: async () => (await import('@engawa/members')).members,
  timeline: async () => (await import('@engawa/timeline')).timeline,
  tasks: async () => (await import('@engawa/tasks')).tasks,
  notifications: async () => (await import('@engawa/notifications')).notifications,
  search: async () => (await import('@engawa/search')).search,
  integrations: async () => (await import('@engawa/integrations')).integrations,
};

/** Each service reads its own configuration; only its being a service matters here. */
export type AnyService = ServiceDefinition;
