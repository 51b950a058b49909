import { doc, ObjectId } from '@engawa/mongo-semantics';

export const PROCESS_ID = new ObjectId();

/** The topology of one server never changes while it runs. */
export const TOPOLOGY_VERSION = doc({ processId: PROCESS_ID, counter: 0n });
