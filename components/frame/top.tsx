import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icon";
import { LiveMark } from "./live-mark";
import { RAIL } from "./rail-id";
import { ThemeToggle } from "./theme-toggle";

/** The bar above every view: the way to the repositories on a narrow screen, where you are, whether the page is live, the theme. */
export function Top({ children }: { children: ReactNode }) {
  return (
    <header className="top">
      <button className="icon menu" type="button" popoverTarget={RAIL} aria-label="Repositories">
        <Icon name="menu" />
      </button>
      {children}
      <span className="tools">
        <LiveMark />
        <ThemeToggle />
      </span>
    </header>
  );
}
