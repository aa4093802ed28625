'use client'

import { useQueryClient } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useObserveModeReason } from '#app/(console)/observe-mode.tsx'
import { useParameter } from '#components/address/use-parameter.ts'
import { useCommands } from '#components/palette/commands.ts'
import { Button } from '#components/ui/button.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { roleDisabledReason } from '#lib/auth/roles.ts'
import type { DeletionTarget } from './deletion-dialog.tsx'

/**
 * Loaded on demand, because few visitors delete. Without SSR, because the server does not have the
 * draft of the tab.
 */
const DeletionDialog = dynamic(() => import('./deletion-dialog.tsx').then(module => module.DeletionDialog), {
  ssr: false,
})

interface DeletionButtonProps extends DeletionTarget {
  /** The object does not exist any more. */
  readonly missing: boolean
}

/** Delete button and command of a detail page. Disabled with a reason; the URL carries the open dialog. */
export function DeletionButton({ missing, ...target }: DeletionButtonProps) {
  const { what, name, detail, person, neededRole, list } = target
  const [act, setAct] = useParameter('act')
  const queries = useQueryClient()
  const refusal = useObserveModeReason() ?? roleDisabledReason(person.role, neededRole)
  const obstacle = refusal ?? (missing ? `The ${what} no longer exists.` : detail.deletion.obstacle)
  const label = `Delete ${what}`
  useCommands({
    scope: 'page',
    heading: name,
    commands: [
      {
        id: 'delete',
        label: `${label}…`,
        icon: 'action',
        danger: true,
        disabledReason: obstacle,
        act: { run: () => setAct('delete') },
      },
    ],
  })
  const done = () => {
    showToast({ text: `Deletion of ${name} requested.` })
    setAct('')
    void queries.invalidateQueries({ queryKey: [`${list}/one`, name] })
  }
  return (
    <>
      <Button look="danger-quiet" disabledReason={obstacle} onClick={() => setAct('delete')}>
        {label}
      </Button>
      {act === 'delete' && refusal === null && (
        <DeletionDialog {...target} obstacle={obstacle} onClose={() => setAct('')} onDone={done} />
      )}
    </>
  )
}
