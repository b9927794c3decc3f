import { Button } from "@/components/ui/button";

/** What a page says when Muster itself failed: nothing is lost, since it only reads. */
export function Failure({ digest, retry }: { digest?: string; retry: () => void }) {
  return (
    <main id="main" tabIndex={-1} className="alone">
      <h1>Muster could not show this view</h1>
      <p>
        The fault is in Muster, not in your repository. Nothing is lost: Muster only reads, and the last answers are
        kept.
      </p>
      <p>
        Try again. If it fails a second time, look for this view in the server&apos;s log
        {digest ? (
          <>
            {" "}
            under <code>{digest}</code>
          </>
        ) : null}
        .
      </p>
      <p className="acts">
        <Button onClick={retry}>Try again</Button>
        <a className="btn" href="/">
          Go to the overview
        </a>
      </p>
    </main>
  );
}
