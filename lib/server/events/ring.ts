import "server-only";
import type { Change } from "../changes";

/** A change with its place in the order of this process. */
export interface Numbered {
  readonly number: number;
  readonly change: Change;
}

const ID = /^([0-9a-z]+)-(\d{1,15})$/;

/** The last changes of this process in order, so that a listener who lost its stream can go on where it was. */
export class Ring {
  private readonly kept: Numbered[] = [];
  private latest = 0;

  /**
   * @param epoch names this process: the numbers of another one mean nothing here
   * @param size so many changes are kept
   */
  constructor(
    private readonly epoch: string,
    private readonly size: number,
  ) {}

  add(change: Change): Numbered {
    this.latest += 1;
    const numbered = { number: this.latest, change };
    this.kept[this.latest % this.size] = numbered;
    return numbered;
  }

  /** The ID of a change, or of the latest one. */
  id(number = this.latest): string {
    return `${this.epoch}-${number}`;
  }

  /** What came after the change with this ID, oldest first; null: the ID is another process's, too old, or none. */
  after(id: string): readonly Numbered[] | null {
    const [, epoch, digits] = ID.exec(id) ?? [];
    const number = Number(digits);
    if (epoch !== this.epoch || number > this.latest || number < this.latest - this.size) return null;
    const found: Numbered[] = [];
    for (let next = number + 1; next <= this.latest; next += 1) {
      const numbered = this.kept[next % this.size];
      if (numbered?.number !== next) return null;
      found.push(numbered);
    }
    return found;
  }
}
