"use client";

import { Top } from "@/components/frame/top";
import { Failure } from "@/components/frame/failure";

export default function ErrorPage(props: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <>
      <Top>
        <nav className="crumbs" aria-label="Breadcrumb">
          <b>Error</b>
        </nav>
      </Top>
      <Failure digest={props.error.digest} retry={props.reset} />
    </>
  );
}
