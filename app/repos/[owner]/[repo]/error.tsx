"use client";

import { Failure } from "@/components/frame/failure";

export default function ViewError(props: { error: Error & { digest?: string }; reset: () => void }) {
  return <Failure digest={props.error.digest} retry={props.reset} />;
}
