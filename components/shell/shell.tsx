import type { ReactNode } from 'react'
import { TipLayer } from '#components/ui/tip-layer.tsx'
import { ToastLayer } from '#components/ui/toast.tsx'
import { PageLeave } from '../address/use-parameter.ts'
import landscapeStyles from './landscape.module.css'
import { Mark } from './mark.tsx'
import { Navigation } from './navigation.tsx'
import styles from './shell.module.css'
import skipStyles from './skip-link.module.css'
import { TopBar } from './top-bar.tsx'

interface ShellProps {
  readonly landscape: LandscapeName
  /** The LiveIndicator. */
  readonly live: ReactNode
  /** The button that opens the palette. */
  readonly search?: ReactNode
  /** Content at the right end of navigation items, by path. */
  readonly navEnds?: Readonly<Record<string, ReactNode>>
  /** Foot of the side bar: the UserBlock. */
  readonly user: ReactNode
  readonly children: ReactNode
}

/** Frame of every page: navigation, landscape, user, breadcrumb, live status, tips and toasts. */
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
      <TopBar landscape={landscape.name} live={live} search={search} side={side} />
      <main id={CONTENT_ID} tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <ToastLayer />
      <TipLayer />
    </div>
  )
}

const CONTENT_ID = 'content'

/** First tab stop: skips the navigation. */
function SkipLink() {
  return (
    <a href={`#${CONTENT_ID}`} className={skipStyles.skip}>
      Skip to content
    </a>
  )
}

interface LandscapeName {
  /** Display name: "eu-prod". */
  readonly name: string
  /** Namespace of the Gardener project: "garden-kyma-prod". */
  readonly namespace: string
}

/** The landscape of this console, always visible. */
function Landscape({ name, namespace }: LandscapeName) {
  return (
    <div className={landscapeStyles.landscape}>
      <span className={landscapeStyles.label}>Landscape</span>
      <span className={landscapeStyles.name}>{name}</span>
      <span className={landscapeStyles.namespace}>{namespace}</span>
    </div>
  )
}
