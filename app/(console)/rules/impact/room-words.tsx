import { CountLink } from '#components/ui/count-link.tsx'
import text from '#components/ui/text.module.css'
import { formatRoom } from '#lib/hap/impact/impact.ts'
import type { PoolRoom } from '#lib/hap/impact/pool-room.ts'
import { poolKey, poolName } from '#lib/hap/pools/pool.ts'
import { paths } from '#lib/paths.ts'
import { formatPlural } from '#lib/util/format.ts'
import { idleTerms } from './idle-terms.ts'
import { RowCount, type ShownRows } from './row-count.tsx'

interface RoomWordsProps {
  readonly room: PoolRoom
  readonly onShow: (rows: ShownRows) => void
}

/** What a pool would need and has, as formatRoom says it; each number opens what it counts. */
export function RoomWords({ room, onShow }: RoomWordsProps) {
  const { pool, needs, free } = room
  if (free === null) return <span className={text.muted}>{formatRoom(room)}</span>
  const [key, name] = [poolKey(pool), poolName(pool)]
  return (
    <span className={text.muted}>
      needs{' '}
      <RowCount
        count={needs}
        what="global account"
        which={` that would need an account of ${name}`}
        rows={{
          choice: `arriving:${key}`,
          title: `${formatPlural(needs, 'global account')} would need an account of ${name}`,
          byAccount: true,
        }}
        onShow={onShow}
      />
      , has{' '}
      <CountLink
        count={free}
        href={free === 0 ? null : paths.bindings({ q: idleTerms(key) })}
        label={`free in ${name}`}
      />{' '}
      free
    </span>
  )
}
