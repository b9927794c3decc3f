import { Band } from "@/components/frame/bands";
import { Icon } from "@/components/ui/icon";

const EXAMPLE = `{
  "repositories": [
    { "repository": "owner/name", "directory": "../name", "threads": "../name-threads" }
  ]
}`;

/** What a first look needs to know: that this is the demo and how to leave it, and who else can read this page. */
export function Hints({ demo, open }: { demo: boolean; open: boolean }) {
  return (
    <>
      {open && (
        <Band
          band={{
            code: "open",
            tone: "part",
            title: "Open to whoever reaches the port",
            text: "Muster asks nobody who they are. Everyone who can reach this address reads everything here.",
          }}
        />
      )}
      {demo && (
        <section className="hint" aria-label="This is the demo">
          <details>
            <summary>
              <Icon name="right" />
              <span>
                <b>This is the demo that comes with Muster.</b> See how to look at your own repositories.
              </span>
            </summary>
            <p>
              Create <code>muster.config.json</code> in the folder of Muster, name your repositories and their folders
              on this machine, and start Muster again:
            </p>
            <pre tabIndex={0} role="region" aria-label="Example of muster.config.json">
              <code>{EXAMPLE}</code>
            </pre>
            <p>
              <code>threads</code> is the folder with the exported comments of your goal issues; leave it out to see the
              roster alone. Nothing is written to your repositories. The README has every option in one table.
            </p>
          </details>
        </section>
      )}
    </>
  );
}

export function NoRepositories() {
  return (
    <section className="statement" aria-label="No repositories">
      <h2>No repository is configured yet</h2>
      <p>The list is empty, so there is nothing to read. Nothing is lost.</p>
      <p className="next">
        <b>What to do.</b> Name at least one repository in <code>muster.config.json</code> and start Muster again:
      </p>
      <pre>
        <code>{EXAMPLE}</code>
      </pre>
    </section>
  );
}
