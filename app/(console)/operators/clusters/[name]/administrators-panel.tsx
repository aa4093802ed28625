import { cx } from '#components/ui/cx.ts'
import { Line, LineList, NoLines } from '#components/ui/line-list.tsx'
import { Panel } from '#components/ui/panel.tsx'
import text from '#components/ui/text.module.css'
import type { ClusterDetail } from '#lib/queries/operators/cluster-detail.ts'
import { formatCount } from '#lib/util/format.ts'
import styles from './administrators.module.css'
import { isShootGone } from './is-shoot-gone.ts'

/** Who is to be cluster-admin, and who is by now. */
export function AdministratorsPanel({ detail }: { readonly detail: ClusterDetail }) {
  const asked = detail.spec.administrators ?? []
  const bound = new Set(detail.administrators)
  // Whoever is one and is not asked for any more goes with the next look.
  const all = [...new Set([...asked, ...bound])]
  const isGone = isShootGone(detail)
  const standingOf = (name: string) => {
    if (isGone) return 'no cluster'
    return !bound.has(name) ? 'not yet' : asked.includes(name) ? 'is one' : 'leaves'
  }
  return (
    <Panel title="Administrators" aside={all.length > 0 && formatCount(all.length)}>
      {all.length === 0 ? (
        <NoLines>None asked for.</NoLines>
      ) : (
        <LineList label="Administrators">
          {all.map(name => (
            <Line key={name} end={standingOf(name)}>
              <span className={cx(text.mono, styles.name)}>{name}</span>
            </Line>
          ))}
        </LineList>
      )}
    </Panel>
  )
}
