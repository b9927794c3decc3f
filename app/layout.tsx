import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import { cookies } from "next/headers";
import { connection } from "next/server";
import { FaultyConfiguration } from "@/components/frame/faulty";
import { Providers } from "@/components/frame/providers";
import { Rail } from "@/components/frame/rail";
import { THEME_COOKIE, themeOf } from "@/components/frame/theme";
import { Sprite } from "@/components/ui/sprite";
import { readFaults, readRepos } from "@/lib/server/pages";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Muster", template: "%s · Muster" },
  description: "Who is on the squad, who does which task, who used to be here, and how do you know.",
  icons: { icon: "/icon.svg" },
  robots: { index: false, follow: false },
};

export const viewport: Viewport = { width: "device-width", initialScale: 1, colorScheme: "light dark" };

export default async function RootLayout({ children }: { children: ReactNode }) {
  await connection();
  const theme = themeOf((await cookies()).get(THEME_COOKIE)?.value);
  const faulty = await readFaults();
  if (faulty !== null)
    return (
      <html lang="en" data-theme={theme}>
        <body>
          <FaultyConfiguration {...faulty} />
        </body>
      </html>
    );
  const repos = await readRepos();
  return (
    <html lang="en" data-theme={theme}>
      <body>
        <a className="skip" href="#main">
          Skip to the view
        </a>
        <Sprite />
        <Providers>
          <div className="app">
            <Rail initial={repos} />
            <div className="view">{children}</div>
          </div>
        </Providers>
      </body>
    </html>
  );
}
