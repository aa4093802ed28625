import { BindingLink } from '#components/hap/binding-link.tsx'
import { KindTag } from '#components/hap/kind-tag.tsx'
import { StateText } from '#components/hap/state-text.tsx'
import { Line, LineList } from '#components/ui/line-list.tsx'
import { Panel } from '#components/ui/panel.tsx'
import text from '#components/ui/text.module.css'
import type { BindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import { formatCount } from '#lib/util/format.ts'

/** Other bindings of the same account; renders nothing in the regular case of one binding. */
export function OthersPanel({ others }: Pick<BindingDetail, 'others'>) {
  if (others.length === 0) return null
  return (
    <Panel id="others" title="Other bindings of this account" aside={formatCount(others.length)}>
      <LineList label="Other bindings of this account">
        {others.map(({ kind, name, row }) => (
          <Line key={`${kind} ${name}`} end={row ? <StateText state={row.state} /> : 'no HAP labels'}>
            {row ? <BindingLink binding={row} /> : <span className={text.mono}>{name}</span>}
            <KindTag kind={kind} />
          </Line>
        ))}
      </LineList>
    </Panel>
  )
}
