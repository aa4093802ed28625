'use client'

import { useQueryClient } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useParameter } from '#components/address/use-parameter.ts'
import { useCommands } from '#components/palette/registered.ts'
import { Button } from '#components/ui/button.tsx'
import { showToast } from '#components/ui/toast.ts'
import { roleObstacle } from '#lib/auth/roles.ts'
import type { DeletionTarget } from './deletion-dialog.tsx'

/** Loaded when somebody deletes: most who look do not. The server does not know what was typed before. */
const DeletionDialog = dynamic(() => import('./deletion-dialog.tsx').then(module => module.DeletionDialog), {
  ssr: false,
})

interface DeletionButtonProps extends DeletionTarget {
  /** It is gone. */
  readonly missing: boolean
}

/** Deletes what the page shows. What cannot be deleted says why; the open dialog stands in the address. */
export function DeletionButton({ missing, ...deleted }: DeletionButtonProps) {
  const { what, name, detail, person, neededRole, list } = deleted
  const [act, setAct] = useParameter('act')
  const queries = useQueryClient()
  const refusal = roleObstacle(person.role, neededRole)
  const obstacle = refusal ?? (missing ? `The ${what} is gone.` : detail.deletion.obstacle)
  const label = `Delete ${what}`
  useCommands({
    scope: 'page',
    heading: name,
    commands: [
      {
        id: 'delete',
        label,
        icon: 'action',
        note: 'opens a dialog',
        danger: true,
        disabledReason: obstacle,
        act: { run: () => setAct('delete') },
      },
    ],
  })
  const done = () => {
    showToast({ text: `${name}: its deletion was asked for.` })
    setAct('')
    void queries.invalidateQueries({ queryKey: [`${list}/one`, name] })
  }
  return (
    <>
      <Button look="danger-quiet" disabledReason={obstacle} onClick={() => setAct('delete')}>
        {label}
      </Button>
      {act === 'delete' && refusal === null && (
        <DeletionDialog {...deleted} obstacle={obstacle} onClose={() => setAct('')} onDone={done} />
      )}
    </>
  )
}
