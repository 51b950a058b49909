import { IdNumbers } from './id-numbers';
import type { MonthFigures } from './month-figures.rules';

/** The months of two years with 100,000 posts a year have 8 MB. */
const MAX_BYTES = 32 * 1_048_576;
/** Of an id, with its place in the list. */
const ID_BYTES = 64;
/** Spaces whose ids keep their numbers. */
const MAX_SPACES = 8;

/** The latest months that this process read; who reads one compares it with its days. */
export class MonthMemory {
  private readonly kept = new Map<string, { figures: MonthFigures; bytes: number }>();
  private readonly numbers = new Map<string, IdNumbers>();
  private bytes = 0;

  /** The numbers of the ids of a space; all months of one answer need the same. */
  numbersOf(space: string): IdNumbers {
    const numbers = this.numbers.get(space) ?? new IdNumbers();
    this.numbers.delete(space);
    this.numbers.set(space, numbers);
    const [oldest] = this.numbers.keys();
    if (this.numbers.size > MAX_SPACES) this.numbers.delete(oldest!);
    return numbers;
  }

  get(space: string, month: string): MonthFigures | undefined {
    const key = keyOf(space, month);
    const found = this.kept.get(key);
    if (!found) return undefined;
    this.kept.delete(key);
    this.kept.set(key, found);
    return found.figures;
  }

  keep(space: string, month: string, figures: MonthFigures): void {
    const key = keyOf(space, month);
    this.drop(key);
    const bytes = bytesOf(figures);
    this.kept.set(key, { figures, bytes });
    this.bytes += bytes;
    for (const oldest of this.kept.keys()) {
      if (this.bytes <= MAX_BYTES) break;
      this.drop(oldest);
    }
  }

  private drop(key: string): void {
    this.bytes -= this.kept.get(key)?.bytes ?? 0;
    this.kept.delete(key);
  }
}

function keyOf(space: string, month: string): string {
  return `${space}/${month}`;
}

function bytesOf({ ids, counts, pairs, pairLabels }: MonthFigures): number {
  return ids.length * ID_BYTES + counts.byteLength + pairs.byteLength + pairLabels.byteLength;
}
