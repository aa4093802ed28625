import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import type { PageOrigin } from '#app/data/live-connection.ts'
import { DensityProvider } from '#components/data-table/density-provider.tsx'
import { Shell } from '#components/shell/shell.tsx'
import { DENSITY_COOKIE, parseDensity, parseTheme, THEME_COOKIE } from '#components/ui/appearance.ts'
import { ClockProvider } from '#components/ui/clock.tsx'
import type { User } from '#lib/auth/session.ts'
import { paths } from '#lib/paths.ts'
import { getConsoleHealth } from '#lib/queries/console-health.ts'
import type { QueryContext } from '#lib/queries/query-context.ts'
import { runtime } from '#lib/runtime.ts'
import { momentOf, momentText } from '#lib/util/moment.ts'
import { LiveProvider } from './live-provider.tsx'
import { HealthStrips, LiveStatus, SameUserGuard } from './live-status.tsx'
import { ObserveModeProvider, ObserveModeTag } from './observe-mode.tsx'
import { requirePageUser } from './page-user.ts'
import { PaletteDoor } from './palette/palette-door.tsx'
import { SignedInUser } from './signed-in-user.tsx'
import { TwoPersonsProvider, WaitingCount } from './two-persons.tsx'

/**
 * Shell of every page that requires a session. Pages and routes perform their own authorization.
 */
export default async function ConsoleLayout({ children }: { readonly children: ReactNode }) {
  const user = await requirePageUser()
  const stored = await cookies()
  const theme = parseTheme(stored.get(THEME_COOKIE)?.value)
  return (
    <ClockProvider now={runtime().store.now()}>
      <LiveProvider origin={pageOrigin(runtime().context(), user)}>
        <ObserveModeProvider on={runtime().auth.observes}>
          <TwoPersonsProvider needed={runtime().approvals.needed}>
            <Shell
              landscape={runtime().landscape}
              live={
                <>
                  <ObserveModeTag />
                  <LiveStatus />
                </>
              }
              search={<PaletteDoor role={user.role} />}
              navEnds={{ [paths.approvals()]: <WaitingCount /> }}
              user={<SignedInUser user={{ name: user.name, role: user.role }} theme={theme} />}
            >
              <HealthStrips />
              <SameUserGuard>
                <DensityProvider initial={parseDensity(stored.get(DENSITY_COOKIE)?.value)}>{children}</DensityProvider>
              </SameUserGuard>
            </Shell>
          </TwoPersonsProvider>
        </ObserveModeProvider>
      </LiveProvider>
    </ClockProvider>
  )
}

/** Origin of a page rendered now: the version of its data, its health and the user. */
function pageOrigin(context: QueryContext, { id }: User): PageOrigin {
  const health = getConsoleHealth(context, runtime())
  const stale = health.phase === 'stale'
  return {
    moment: momentText(momentOf(context)),
    state: {
      phase: stale ? 'stale' : 'connecting',
      asOf: stale && health.ageMs !== null ? context.at - health.ageMs : null,
      health,
      other: null,
    },
    person: id,
  }
}
