'use client'

import { useState } from 'react'
import { useObserveModeReason } from '#app/(console)/observe-mode.tsx'
import { type Command, useCommands } from '#components/palette/commands.ts'
import { LateDialog } from '#components/palette/late-dialog.tsx'
import { PaletteButton, PaletteField, usePaletteKey } from '#components/palette/palette-button.tsx'
import { useGoKeys } from '#components/shell/go-keys.ts'
import { Button } from '#components/ui/button.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { usePageKey } from '#components/ui/shortcuts.ts'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { type Role, roleDisabledReason } from '#lib/auth/roles.ts'
import { paths } from '#lib/paths.ts'
import styles from './palette-door.module.css'

const loadPalette = () => import('./palette.tsx')
const loadShortcuts = () => import('#components/shell/shortcut-sheet.tsx')

/** Opens the palette and the list of shortcuts, by the shell's box and button and by keys. */
export function PaletteDoor({ role }: { readonly role: Role }) {
  const [open, setOpen] = useState<'palette' | 'shortcuts' | null>(null)
  const [text, setText] = useState('')
  const close = () => setOpen(null)
  const openPalette = () => {
    setText('')
    setOpen('palette')
  }
  const openShortcuts = () => setOpen('shortcuts')
  usePaletteKey(open === 'palette', open === 'palette' ? close : openPalette)
  usePageKey('?', openShortcuts)
  useGoKeys()
  useCommands({ scope: 'console', heading: 'Create', commands: creationCommands(role, useObserveModeReason()) })
  return (
    <>
      <PaletteButton onOpen={openPalette} />
      <Button
        look="ghost"
        size="small"
        icon
        className={styles.help}
        aria-label="Keyboard shortcuts"
        aria-haspopup="dialog"
        tip="Keyboard shortcuts"
        onClick={openShortcuts}
      >
        <Kbd>?</Kbd>
      </Button>
      {open === 'palette' && (
        <LateDialog
          label="Search or go to"
          load={loadPalette}
          waiting={<PaletteField text={text} onText={setText} />}
          onClose={close}
        >
          {({ Palette }) => <Palette text={text} onText={setText} onShortcuts={openShortcuts} onClose={close} />}
        </LateDialog>
      )}
      {open === 'shortcuts' && (
        <LateDialog label="Keyboard shortcuts" wide load={loadShortcuts} waiting={null} onClose={close}>
          {({ ShortcutSheet }) => <ShortcutSheet onClose={close} />}
        </LateDialog>
      )}
    </>
  )
}

const FORMS = [
  { label: 'New Cluster', tab: 'clusters', needed: NEEDED_ROLES.resources },
  { label: 'New subscription request', tab: 'subscription-requests', needed: NEEDED_ROLES.resources },
  { label: 'New kubeconfig request', tab: 'kubeconfigs', needed: NEEDED_ROLES.kubeconfigs },
] as const

/** Commands that open the operators' create forms from any page; `disabled` is why all are disabled. */
export function creationCommands(role: Role, disabled: string | null = null): readonly Command[] {
  return FORMS.map(({ label, tab, needed }) => ({
    id: `create ${tab}`,
    label,
    icon: 'operators',
    also: [`create ${tab}`],
    disabledReason: disabled ?? roleDisabledReason(role, needed),
    act: { href: paths.operators(tab, { act: 'create' }) },
  }))
}
