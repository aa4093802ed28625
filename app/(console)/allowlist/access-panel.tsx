import { Panel } from '#components/ui/panel.tsx'
import { Segmented } from '#components/ui/segmented.tsx'
import text from '#components/ui/text.module.css'
import type { Consequences } from '#lib/queries/allowlist/consequences.ts'
import { formatPlural } from '#lib/util/format.ts'
import { AddIds, type Adding } from './add-ids.tsx'
import styles from './allowlist.module.css'
import type { Draft, Edited, Scope } from './draft.ts'
import { ListedIds } from './listed-ids.tsx'

interface AccessPanelProps {
  readonly adding: Adding
  readonly edited: Edited
  readonly known: Consequences['known']
  /** Whether `known` covers every id of the draft. */
  readonly lookedUp: boolean
  readonly mayEdit: boolean
  readonly onChange: (part: Partial<Draft>) => void
}

const SCOPES: readonly { readonly value: Scope; readonly label: string }[] = [
  { value: 'nobody', label: 'Nobody' },
  { value: 'listed', label: 'Listed' },
  { value: 'everybody', label: 'Everybody' },
]

const MEANING: Readonly<Record<Scope, string>> = {
  nobody: 'A global account gets one account of each pool, and no limit applies.',
  listed: 'A listed global account gets another account of a pool when its own are full; all others get one each.',
  everybody: 'Every global account gets another account of a pool when its own are full.',
}

/** Which global accounts may own several accounts of a pool. */
export function AccessPanel({ adding, edited, known, lookedUp, mayEdit, onChange }: AccessPanelProps) {
  const { draft, base } = edited
  const { scope, ids } = draft
  return (
    <Panel
      title="Who may own several accounts"
      aside={
        mayEdit ? (
          <Segmented
            label="Who may own several accounts"
            value={scope}
            options={SCOPES}
            onChange={chosen => onChange({ scope: chosen })}
          />
        ) : (
          <span className={text.strong}>{SCOPES.find(({ value }) => value === scope)?.label}</span>
        )
      }
    >
      <div className={styles.access}>
        <p className={text.muted}>
          {MEANING[scope]}
          {scope !== 'listed' &&
            ids.length > 0 &&
            ` ${formatPlural(ids.length, 'listed id')} ${scope === 'nobody' ? 'would be dropped' : 'would not be needed'}; choose “Listed” to restore.`}
        </p>
        {scope === 'listed' && mayEdit && (
          <AddIds
            {...adding}
            ids={ids}
            onAdd={more => onChange({ ids: [...ids, ...more] })}
            onEverybody={() => onChange({ scope: 'everybody' })}
          />
        )}
      </div>
      {scope === 'listed' && (
        <ListedIds
          ids={ids}
          before={base.allowed}
          known={known}
          lookedUp={lookedUp}
          onChange={mayEdit ? changed => onChange({ ids: changed }) : null}
        />
      )}
    </Panel>
  )
}
