import { z } from 'zod';
import { id, instant, spaceId } from '../primitive';

/** Who receives an event over the live stream. */
export type EventAudience =
  /** Every staff member of the space. */
  | 'space'
  /** Only the staff member in `data.staffId`. */
  | 'staff'
  /** Only services. */
  | 'services';

/** Fields of every event. Names are `service.entity.past-tense`. */
export const envelope = z.object({
  id: id.meta({ description: 'Unique; also the message id for de-duplication' }),
  name: z.string().regex(/^[a-z]+\.[a-zA-Z]+\.[a-zA-Z]+$/),
  space: spaceId,
  at: instant,
  actor: id.nullable().meta({ description: 'Staff who did it; null for the system' }),
  aggregate: z.object({ type: z.string(), id }),
  version: z
    .int()
    .min(1)
    .meta({ description: "The aggregate's version after the change; grows by one a change" }),
  traceparent: z.string().nullable(),
  requestId: z
    .string()
    .nullable()
    .optional()
    .meta({ description: 'Id of the request that began it' }),
  schemaDigest: z.string().optional().meta({
    description:
      'Digest of the schemas that the event was checked against; listeners with the same ones do not check it again',
  }),
  data: z.unknown(),
});

export type EventEnvelope<Data = unknown> = Omit<z.infer<typeof envelope>, 'data'> & { data: Data };

/** A declared event: its name, who may see it and the shape of its data. */
export interface EventDefinition<
  Name extends string = string,
  Schema extends z.ZodType = z.ZodType,
> {
  readonly name: Name;
  readonly audience: EventAudience;
  readonly data: Schema;
}

/** Declares an event: its name, who may see it in the live stream, and the schema of its data. */
export function defineEvent<Name extends string, Schema extends z.ZodType>(
  name: Name,
  audience: EventAudience,
  data: Schema,
): EventDefinition<Name, Schema> {
  return { name, audience, data };
}

/** The data type of a declared event. */
export type DataOf<Definition> =
  Definition extends EventDefinition<string, infer Schema> ? z.infer<Schema> : never;
