/** Groups events by their space, in order. */
export function bySpace<Event extends { space: string }>(
  events: readonly Event[],
): Map<string, Event[]> {
  const groups = new Map<string, Event[]>();
  for (const event of events) {
    const group = groups.get(event.space);
    if (group) group.push(event);
    else groups.set(event.space, [event]);
  }
  return groups;
}
