import { count } from "@/components/ui/format";
import { Ticking, useNow } from "@/components/ui/now";
import { span } from "@/components/ui/format";
import { Ago } from "@/components/ui/time";
import type { ReposData } from "@/lib/api/documents";

/** Closes the overview: how many repositories were asked and answered, and when the next look is. */
export function RoundLine({ data }: { data: ReposData }) {
  const answers = data.repositories.flatMap(({ lastAnswerAt }) => (lastAnswerAt === null ? [] : [lastAnswerAt]));
  const waiting = Math.max(data.failing?.repositories ?? 0, data.repositories.length - answers.length);
  const latest = answers.toSorted().at(-1);
  return (
    <footer className="prov">
      <Ticking>
        <p>
          <span>{count(data.repositories.length, "repository", "repositories")} asked</span>
          <i aria-hidden="true">·</i>
          <span>{data.repositories.length - waiting} answered</span>
          {latest !== undefined && (
            <>
              <i aria-hidden="true">·</i>
              <span>
                last answer <Ago at={latest} />
              </span>
            </>
          )}
        </p>
        {data.nextLookAt !== null && (
          <p className="r">
            <Until at={data.nextLookAt} />
          </p>
        )}
      </Ticking>
    </footer>
  );
}

function Until({ at }: { at: string }) {
  const left = Date.parse(at) - useNow();
  return <>{left > 0 ? `next look in ${span(left)}` : "looking now"}</>;
}
