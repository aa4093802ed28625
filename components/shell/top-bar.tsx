'use client'

import { usePathname } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { useModal } from '#components/ui/use-modal.ts'
import { Breadcrumb } from './breadcrumb.tsx'
import drawerStyles from './drawer.module.css'
import styles from './top-bar.module.css'

interface TopBarProps {
  readonly landscape: string
  /** A LiveIndicator that knows its state. */
  readonly live: ReactNode
  /** The way to the palette. */
  readonly search: ReactNode
  /** The side bar's content, for the drawer of a narrow window. */
  readonly side: ReactNode
}

/** Breadcrumb, live status and search; in a narrow window also the way to the navigation. */
export function TopBar({ landscape, live, search, side }: TopBarProps) {
  const pathname = usePathname()
  // Open on one page only: following a link of the drawer closes it.
  const [openOn, setOpenOn] = useState<string | null>(null)
  return (
    <header className={styles.bar}>
      <span className={styles.menu}>
        <Button look="ghost" icon aria-label="Menu" aria-haspopup="dialog" onClick={() => setOpenOn(pathname)}>
          <Icon name="menu" />
        </Button>
      </span>
      <Breadcrumb landscape={landscape} />
      {live}
      {search}
      {openOn === pathname && <Drawer onClose={() => setOpenOn(null)}>{side}</Drawer>}
    </header>
  )
}

interface DrawerProps {
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The navigation over the page, from the left. Mount it to open it; Escape and a click beside it close it. */
function Drawer({ onClose, children }: DrawerProps) {
  return (
    <dialog {...useModal(onClose)} className={drawerStyles.drawer} aria-label="Navigation">
      <div className={drawerStyles.side}>{children}</div>
    </dialog>
  )
}
