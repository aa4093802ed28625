import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { useDensity } from './density-provider.tsx'
import styles from './list-footer.module.css'

/** Lower rows, for who wants to see more of them at once. Blocks of a narrow window have no such height. */
export function DensitySwitch() {
  const [density, choose] = useDensity()
  const compact = density === 'compact'
  return (
    <Button
      look="ghost"
      size="small"
      icon
      className={styles.density}
      aria-label="Compact rows"
      aria-pressed={compact}
      tip="Compact rows"
      onClick={() => choose(compact ? 'comfortable' : 'compact')}
    >
      <Icon name="rows" size={14} />
    </Button>
  )
}
