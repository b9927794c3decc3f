import { number } from "../ui/format";

/** Beyond so many tasks the strokes are no longer counted by eye: words only. */
const MOST = 40;

/** A stroke for each task, thick closed, thin open, a gap after five; the words beside it say the same. */
export function Progress({ closed, total }: { closed: number; total: number }) {
  return (
    <span className="prog">
      {total <= MOST && (
        <span className="tally" aria-hidden="true">
          {Array.from({ length: total }, (_, i) => (
            <i key={i} className={i < closed ? "on" : undefined} />
          ))}
        </span>
      )}
      {number(closed)} of {number(total)} closed
    </span>
  );
}
