import Link from "next/link";
import { Top } from "@/components/frame/top";

export const metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <>
      <Top>
        <nav className="crumbs" aria-label="Breadcrumb">
          <b>Not found</b>
        </nav>
      </Top>
      <main id="main" tabIndex={-1} className="alone">
        <h1>Muster has no page at this address</h1>
        <p>It shows only the repositories that its configuration names, spelt as they are there. Nothing is lost.</p>
        <p>
          Choose a repository from the list. One that is missing there is added to the configuration, and shows when
          Muster is started again.
        </p>
        <p className="acts">
          <Link className="btn" href="/" prefetch={false}>
            Go to the overview
          </Link>
        </p>
      </main>
    </>
  );
}
