import { shortenId } from '#components/hap/shorten-id.ts'
import { Button } from '#components/ui/button.tsx'
import { formatCount } from '#lib/util/format.ts'
import styles from './act.module.css'

/** Number of owners offered here. The table of clusters lists more. */
const SHOWN = 4

interface ClusterOwnersProps {
  readonly owners: readonly string[]
  readonly onChoose: (owner: string) => void
}

/** Owners of the clusters on the account, each selectable as its global account. */
export function ClusterOwners({ owners, onChoose }: ClusterOwnersProps) {
  const more = owners.length - SHOWN
  return (
    <span className={styles.owners}>
      The clusters belong to
      {owners.slice(0, SHOWN).map(owner => (
        <Button
          key={owner}
          size="small"
          aria-label={chooseWords(owner)}
          data-tip={owner}
          onClick={() => onChoose(owner)}
        >
          {shortenId(owner)}
        </Button>
      ))}
      {more > 0 && `and ${formatCount(more)} more`}
    </span>
  )
}

/** Contains the visible text, so that voice control can press the button. */
function chooseWords(owner: string): string {
  const shown = shortenId(owner)
  return shown === owner ? `Use ${owner}` : `Use ${shown}: ${owner}`
}
