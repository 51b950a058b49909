import { kanaRows, memberSorts, type KanaRow, type MemberType } from '@engawa/contracts';

/** The filter and order of the list, as the address holds them. */
export interface MembersAddress {
  q: string;
  /** A member type, `none`, or empty for all. */
  type: string;
  resigned: boolean;
  row: KanaRow | null;
  /** `kana`, another order of the API, or `custom:` and a field's id. */
  sort: string;
  order: 'asc' | 'desc';
}

/** Parses the address; invalid values count as absent. Text and rows are in kana order only. */
export function readMembersAddress(params: URLSearchParams): MembersAddress {
  const q = params.get('q') ?? '';
  const [sort = '', order] = (params.get('sort') ?? '').split('.');
  const isSort = memberSorts.some((one) => one === sort) || /^custom:[\w-]{1,64}$/.test(sort);
  const row = q === '' ? (kanaRows.find((one) => one === params.get('row')) ?? null) : null;
  return {
    q,
    type: params.get('type') ?? '',
    resigned: params.get('resigned') === '1',
    row,
    sort: isSort && q === '' && !row ? sort : 'kana',
    order: order === 'desc' && q === '' ? 'desc' : 'asc',
  };
}

/** Omits defaults. */
export function writeMembersAddress(address: MembersAddress): URLSearchParams {
  const { q, type, resigned, row, sort, order } = address;
  const params = new URLSearchParams();
  if (q) params.set('q', q);
  if (type) params.set('type', type);
  if (resigned) params.set('resigned', '1');
  if (row) params.set('row', row);
  if (sort !== 'kana' || order === 'desc') {
    params.set('sort', order === 'desc' ? `${sort}.desc` : sort);
  }
  return params;
}

/**
 * The member type of an address, unless the space no longer has it, as bookmarks and saved views may
 * name it. What is not known yet counts as there.
 */
export function knownType(
  type: string,
  types: readonly Pick<MemberType, 'id'>[] | undefined,
): string {
  return !types || type === 'none' || types.some(({ id }) => id === type) ? type : '';
}
