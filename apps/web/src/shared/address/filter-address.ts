import { dayParam } from './day';

/** The filter in the timeline's address; empty texts and false are absent. */
export interface FilterAddress {
  unsolved: boolean;
  /** Only solved issues; never together with `unsolved`. */
  solved: boolean;
  unanswered: boolean;
  task: boolean;
  mustRead: boolean;
  label: string;
  staff: string;
  member: string;
  /** First and last day, as 2026-11-21. */
  from: string;
  until: string;
}

export const filterFlags = ['unsolved', 'solved', 'unanswered', 'task', 'mustRead'] as const;
const filterTexts = ['label', 'staff', 'member', 'from', 'until'] as const;

const idPattern = /^[A-Za-z0-9_-]{1,64}$/;

/** Parses the address; invalid values count as absent. */
export function readFilter(params: URLSearchParams): FilterAddress {
  const id = (name: string) => {
    const value = params.get(name) ?? '';
    return idPattern.test(value) ? value : '';
  };
  return {
    unsolved: params.has('unsolved'),
    solved: params.has('solved') && !params.has('unsolved'),
    unanswered: params.has('unanswered'),
    task: params.has('task'),
    mustRead: params.has('mustRead'),
    label: id('label'),
    staff: id('staff'),
    member: id('member'),
    from: dayParam(params, 'from') ?? '',
    until: dayParam(params, 'until') ?? '',
  };
}

/** The address of a filter in a fixed order; empty without filters. */
export function writeFilter(filter: FilterAddress): string {
  const params = new URLSearchParams();
  for (const name of filterFlags) if (filter[name]) params.set(name, '1');
  for (const name of filterTexts) if (filter[name]) params.set(name, filter[name]);
  return params.toString();
}
