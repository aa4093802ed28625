import { BindingLink } from '#components/hap/binding-link.tsx'
import { Tag } from '#components/ui/tag.tsx'
import text from '#components/ui/text.module.css'
import type { AccountShoot } from '#lib/queries/bindings/binding-detail.ts'
import type { BindingRow } from '#lib/queries/bindings/binding-list.ts'

interface ThroughBindingProps {
  readonly through: AccountShoot['through']
  /** The binding of the page. */
  readonly row: Pick<BindingRow, 'kind' | 'name'>
}

/** The binding that a cluster refers to, marked unless it is the binding of the page. */
export function ThroughBinding({ through, row }: ThroughBindingProps) {
  if (through.kind === row.kind && through.name === row.name) return <span className={text.mono}>{through.name}</span>
  return (
    <span className={text.row}>
      <BindingLink binding={through} />
      <span className={text.nowrap} data-tip={`${through.kind} ${through.name}`}>
        <Tag tone="warn">other binding</Tag>
      </span>
    </span>
  )
}
