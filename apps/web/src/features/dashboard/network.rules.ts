import type { Insights } from '@engawa/contracts';

type Edge = Insights['connections']['edges'][number];

/** Members who are often mentioned together. */
export interface Community {
  memberIds: string[];
  /** The commonest label of the posts that connect them; null without one. */
  labelId: string | null;
}

interface Point {
  x: number;
  y: number;
}

/** Connections that are shown: those of a single post only when asked for. */
export function shownEdges(edges: readonly Edge[], withWeak: boolean): Edge[] {
  return edges.filter(({ total }) => withWeak || total > 1);
}

/** Rounds after which the groups no longer change in practice. */
const MAX_ROUNDS = 20;

/**
 * Groups of members by weighted label propagation: everybody joins the group of their strongest
 * connections, in a fixed order, so that the same connections give the same groups. Largest first.
 */
export function communitiesOf(edges: readonly Edge[]): Community[] {
  const neighbours = new Map<string, Map<string, number>>();
  const connect = (one: string, other: string, total: number) => {
    const of = neighbours.get(one) ?? new Map<string, number>();
    neighbours.set(one, of.set(other, total));
  };
  for (const { between, total } of edges) {
    connect(between[0], between[1], total);
    connect(between[1], between[0], total);
  }
  const strength = (id: string) => [...neighbours.get(id)!.values()].reduce((a, b) => a + b, 0);
  const ids = [...neighbours.keys()].sort(
    (one, other) => strength(other) - strength(one) || (one < other ? -1 : 1),
  );
  const groupOf = new Map(ids.map((id) => [id, id]));
  for (let round = 0, changed = true; changed && round < MAX_ROUNDS; round += 1) {
    changed = false;
    for (const id of ids) {
      const group = strongestGroup(neighbours.get(id)!, groupOf);
      if (group !== groupOf.get(id)) changed = true;
      groupOf.set(id, group);
    }
  }
  const groups = new Map<string, string[]>();
  for (const id of ids) {
    const group = groupOf.get(id)!;
    groups.set(group, [...(groups.get(group) ?? []), id]);
  }
  return [...groups.values()]
    .sort((one, other) => other.length - one.length || (one[0]! < other[0]! ? -1 : 1))
    .map((memberIds) => ({ memberIds, labelId: commonestLabel(memberIds, edges) }));
}

function strongestGroup(
  neighbours: ReadonlyMap<string, number>,
  groupOf: ReadonlyMap<string, string>,
): string {
  const weights = new Map<string, number>();
  for (const [id, total] of neighbours) {
    const group = groupOf.get(id)!;
    weights.set(group, (weights.get(group) ?? 0) + total);
  }
  const [[group]] = [...weights].sort(
    (one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1),
  ) as [[string, number]];
  return group;
}

function commonestLabel(memberIds: readonly string[], edges: readonly Edge[]): string | null {
  const inside = new Set(memberIds);
  const totals = new Map<string, number>();
  for (const { between, labels } of edges) {
    if (!between.every((id) => inside.has(id))) continue;
    for (const { labelId, total } of labels) {
      totals.set(labelId, (totals.get(labelId) ?? 0) + total);
    }
  }
  const [first] = [...totals].sort(
    (one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1),
  );
  return first?.[0] ?? null;
}

/** Names of groups: their label, and if others have the same, the first member's name. */
export function namesOf(groups: readonly { label: string; first: string }[]): string[] {
  return groups.map(({ label, first }) =>
    groups.filter((other) => other.label === label).length > 1 && first
      ? `${label} · ${first}`
      : label,
  );
}

/** A frame in pixels. */
export interface Frame {
  width: number;
  height: number;
}

/** The room of a group: its middle and size in pixels. */
interface Room extends Point, Frame {}

export interface NetworkLayout {
  /** Diameter of the largest face in pixels. */
  face: number;
  /** That of the frame, or more if the groups do not fit with the smallest faces. */
  height: number;
  /** The middle of each member's face. */
  places: Map<string, Point>;
  /** The room of each group, and the place of its name. */
  rooms: Room[];
  names: Point[];
}

const FACE_PX = { least: 14, leastNamed: 32, most: 44, step: 2 };
/** Distance of faces by their diameter. */
const FACE_PITCH = 1.4;
/** Room of a member's name below the face. */
const NAME_PX = { width: 84, height: 20 };
/** Room of a group's name above its members; letters beyond ASCII are as wide as high. */
const TITLE_PX = { most: 132, height: 22, letter: 12.5, ascii: 7 };
const MARGIN_PX = 8;
/** Most room between two groups of a row. */
const GAP_PX = 40;
/** Width of a group by its height. */
const ROOM_RATIO = 1.4;

/** A community and its name; without one, no room is left for it. */
export interface Group {
  memberIds: readonly string[];
  title: string;
}

/**
 * Members of a group stand in rows like a honeycomb, the best connected in the middle; the groups
 * stand in rows, the largest first, with the largest faces that fit the frame. So nobody covers
 * another, and the same connections always have the same layout.
 */
export function layoutOf(groups: readonly Group[], frame: Frame, isNamed: boolean): NetworkLayout {
  const least = isNamed ? FACE_PX.leastNamed : FACE_PX.least;
  for (let face = FACE_PX.most; ; face -= FACE_PX.step) {
    const combs = groups.map((group) => combOf(group, face, isNamed));
    const rows = rowsOf(combs, frame.width);
    const height = rows.reduce((sum, row) => sum + row.height, 0);
    if (height > frame.height && face > least) continue;
    const layout: NetworkLayout = {
      ...{ face, height: Math.max(frame.height, height) },
      ...{ places: new Map(), rooms: [], names: [] },
    };
    const gap = Math.max(0, frame.height - height) / (rows.length + 1);
    let top = gap;
    for (const row of rows) {
      const rest = frame.width - row.width;
      const between = MARGIN_PX + Math.min(GAP_PX, rest / (row.combs.length + 1));
      const whole = row.combs.reduce((sum, comb) => sum + comb.width + between, -between);
      let left = (frame.width - whole) / 2;
      for (const comb of row.combs) {
        const at = layout.rooms.length;
        const middle = { x: left + comb.width / 2, y: top + row.height / 2 };
        const roomTop = middle.y - comb.height / 2;
        layout.rooms.push({ ...middle, width: comb.width, height: comb.height });
        layout.names.push({ x: middle.x, y: roomTop + MARGIN_PX + TITLE_PX.height / 2 });
        for (const [order, id] of groups[at]!.memberIds.entries()) {
          const { x, y } = comb.slots[order]!;
          layout.places.set(id, { x: middle.x + x, y: roomTop + y });
        }
        left += comb.width + between;
      }
      top += row.height + gap;
    }
    return layout;
  }
}

interface Comb extends Frame {
  /** From the middle of the room's upper edge; the most central first. */
  slots: Point[];
}

/** Room for some members with faces of a size. */
function combOf({ memberIds, title }: Group, face: number, isNamed: boolean): Comb {
  const count = memberIds.length;
  const cell = {
    width: isNamed ? Math.max(face * FACE_PITCH, NAME_PX.width) : face * FACE_PITCH,
    height: isNamed ? face + NAME_PX.height + 6 : face * FACE_PITCH,
  };
  const ideal = Math.sqrt((count * cell.height * ROOM_RATIO) / cell.width);
  const columns = Math.max(Math.min(count, 2), Math.round(ideal));
  const lines = Math.ceil(count / columns);
  const slots: Point[] = [];
  for (let line = 0; line < lines; line += 1) {
    // The members are spread over all lines; lines of one length are shifted in turn.
    const begin = Math.ceil((count * line) / lines);
    const length = Math.ceil((count * (line + 1)) / lines) - begin;
    const isEven = (count * line) % lines === 0 && count % lines === 0 && lines > 1;
    const shift = isEven ? (line % 2 === 0 ? -0.25 : 0.25) : 0;
    for (let n = 0; n < length; n += 1) {
      slots.push({ x: n - (length - 1) / 2 + shift, y: line });
    }
  }
  const central = ({ x, y }: Point) => Math.hypot(x, y - (lines - 1) / 2);
  slots.sort((one, other) => central(one) - central(other) || one.y - other.y || one.x - other.x);
  const most = Math.max(...slots.map(({ x }) => Math.abs(x))) * 2 + 1;
  const above = MARGIN_PX + (title === '' ? 0 : TITLE_PX.height);
  return {
    width: Math.max(most * cell.width, titleWidth(title)) + 2 * MARGIN_PX,
    height: above + lines * cell.height + MARGIN_PX,
    slots: slots.map(({ x, y }) => ({
      x: x * cell.width,
      y: above + y * cell.height + (isNamed ? face : cell.height) / 2,
    })),
  };
}

function titleWidth(title: string): number {
  const letters = [...title];
  const ascii = letters.filter((letter) => letter <= '~').length;
  const width = ascii * TITLE_PX.ascii + (letters.length - ascii) * TITLE_PX.letter;
  return Math.min(TITLE_PX.most, width);
}

interface Row extends Frame {
  combs: Comb[];
}

function rowsOf(combs: readonly Comb[], width: number): Row[] {
  const rows: Row[] = [];
  for (const comb of combs) {
    const row = rows.at(-1);
    if (row && row.width + MARGIN_PX + comb.width <= width) {
      row.combs.push(comb);
      row.width += MARGIN_PX + comb.width;
      row.height = Math.max(row.height, comb.height + MARGIN_PX);
    } else {
      rows.push({ combs: [comb], width: comb.width, height: comb.height + MARGIN_PX });
    }
  }
  return rows;
}
