import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { DENSITY_COOKIE, parseDensity } from '#components/data-table/density.ts'
import { DensityProvider } from '#components/data-table/density-provider.tsx'
import { Shell } from '#components/shell/shell.tsx'
import { parseTheme, THEME_COOKIE } from '#components/shell/theme.ts'
import { ClockProvider } from '#components/ui/clock-provider.tsx'
import { paths } from '#lib/paths.ts'
import { runtime } from '#lib/runtime.ts'
import { TwoPersonsProvider } from './approvals/two-persons.tsx'
import { WaitingCount } from './approvals/waiting-count.tsx'
import { HealthStrips } from './health-strips.tsx'
import { LiveProvider } from './live-provider.tsx'
import { LiveStatus } from './live-status.tsx'
import { OnlyTheirs } from './only-theirs.tsx'
import { pageOrigin } from './page-origin.ts'
import { requirePageUser } from './page-user.ts'
import { PaletteDoor } from './palette/palette-door.tsx'
import { SignedInUser } from './signed-in-user.tsx'

/**
 * Shell of every page that requires a session. Pages and routes perform their own authorization.
 */
export default async function ConsoleLayout({ children }: { readonly children: ReactNode }) {
  const user = await requirePageUser()
  const kept = await cookies()
  const theme = parseTheme(kept.get(THEME_COOKIE)?.value)
  return (
    <ClockProvider now={runtime().store.now()}>
      <LiveProvider origin={pageOrigin(runtime().context(), user)}>
        <TwoPersonsProvider needed={runtime().approvals.needed}>
          <Shell
            landscape={runtime().landscape}
            live={<LiveStatus />}
            search={<PaletteDoor role={user.role} />}
            navEnds={{ [paths.approvals()]: <WaitingCount /> }}
            user={<SignedInUser user={{ name: user.name, role: user.role }} theme={theme} />}
          >
            <HealthStrips />
            <OnlyTheirs>
              <DensityProvider initial={parseDensity(kept.get(DENSITY_COOKIE)?.value)}>{children}</DensityProvider>
            </OnlyTheirs>
          </Shell>
        </TwoPersonsProvider>
      </LiveProvider>
    </ClockProvider>
  )
}
