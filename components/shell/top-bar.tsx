'use client'

import { usePathname } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { serverNow } from '#components/ui/clock.ts'
import { Icon } from '#components/ui/icon.tsx'
import { useModal } from '#components/ui/use-modal.ts'
import { usePrinting } from '#components/ui/use-printing.ts'
import { formatExact } from '#lib/util/format.ts'
import { Breadcrumb } from './breadcrumb.tsx'
import drawerStyles from './drawer.module.css'
import shellStyles from './shell.module.css'
import styles from './top-bar.module.css'

interface TopBarProps {
  readonly landscape: string
  /** The LiveIndicator. */
  readonly live: ReactNode
  /** The button that opens the palette. */
  readonly search: ReactNode
  /** The side bar's content, for the drawer of a narrow window. */
  readonly side: ReactNode
}

/**
 * Breadcrumb, live status and search; on narrow screens also a button that opens the navigation.
 */
export function TopBar({ landscape, live, search, side }: TopBarProps) {
  const pathname = usePathname()
  // Stores the path that it was opened on, so that following a link closes the drawer.
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

/** Navigation drawer. Mount it to open it; Escape and a click outside close it. */
function Drawer({ onClose, children }: DrawerProps) {
  return (
    <dialog {...useModal(onClose)} className={drawerStyles.drawer} aria-label="Navigation">
      <div className={drawerStyles.side}>{children}</div>
    </dialog>
  )
}

/** Print header: landscape, address and time. */
export function PrintHead({ landscape }: { readonly landscape: string }) {
  if (!usePrinting()) return null
  return (
    <p className={shellStyles.printHead}>
      <span>HAP Console, {landscape}</span>
      <span className={shellStyles.printAddress}>{window.location.href}</span>
      <span>Printed {formatExact(new Date(serverNow()).toISOString())}</span>
    </p>
  )
}
