import type { ReactNode } from 'react'
import { PageLeave } from '#components/address/page-leave.tsx'
import { TipLayer } from '#components/ui/tip-layer.tsx'
import { ToastLayer } from '#components/ui/toast-layer.tsx'
import { Landscape, type LandscapeName } from './landscape.tsx'
import { Mark } from './mark.tsx'
import { Navigation } from './navigation.tsx'
import { PrintHead } from './print-head.tsx'
import styles from './shell.module.css'
import { CONTENT_ID, SkipLink } from './skip-link.tsx'
import { TopBar } from './top-bar.tsx'

interface ShellProps {
  readonly landscape: LandscapeName
  /** A LiveIndicator that knows its state. */
  readonly live: ReactNode
  /** The way to the palette. */
  readonly search?: ReactNode
  /** What stands at the right end of pages in the navigation, by their addresses. */
  readonly navEnds?: Readonly<Record<string, ReactNode>>
  /** Foot of the side bar: a UserBlock. */
  readonly user: ReactNode
  readonly children: ReactNode
}

/** What stands around every page: navigation, landscape, user, breadcrumb, live status, tips and toasts. */
export function Shell({ landscape, live, search, navEnds, user, children }: ShellProps) {
  const side = (
    <>
      <div className={styles.brand}>
        <Mark />
        HAP Console
      </div>
      <Landscape {...landscape} />
      <Navigation ends={navEnds} />
      {user}
    </>
  )
  return (
    <div className={styles.shell}>
      <PageLeave />
      <SkipLink />
      <aside className={styles.side} aria-label="Console">
        {side}
      </aside>
      <PrintHead landscape={landscape.name} />
      <TopBar landscape={landscape.name} live={live} search={search} side={side} />
      <main id={CONTENT_ID} tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <ToastLayer />
      <TipLayer />
    </div>
  )
}
