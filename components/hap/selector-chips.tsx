import { CopyButton } from '#components/ui/copy-button.tsx'
import styles from './selector-chips.module.css'
import { shortenId } from './tenant-id.tsx'

const TENANT = 'tenantName='

/** A label selector in Kubernetes syntax, one chip per requirement, with a copy button. */
export function SelectorChips({ requirements }: { readonly requirements: readonly string[] }) {
  return (
    <span className={styles.chips}>
      {requirements.map(requirement => {
        const shown = shorten(requirement)
        return (
          <code key={requirement} className={styles.chip} data-tip={shown === requirement ? undefined : requirement}>
            {shown}
          </code>
        )
      })}
      <CopyButton text={requirements.join(',')} what="selector" />
    </span>
  )
}

function shorten(requirement: string): string {
  return requirement.startsWith(TENANT) ? TENANT + shortenId(requirement.slice(TENANT.length)) : requirement
}
