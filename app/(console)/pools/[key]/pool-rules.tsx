import { RuleText } from '#components/hap/rule-text.tsx'
import { cx } from '#components/ui/cx.ts'
import { Line, LineList, NoLines } from '#components/ui/line-list.tsx'
import { Panel } from '#components/ui/panel.tsx'
import text from '#components/ui/text.module.css'
import type { RuleLink } from '#lib/queries/rules-by-pool.ts'

/** Rules that select a pool, with their numbers in the rule set. */
export function PoolRules({ rules }: { readonly rules: readonly RuleLink[] }) {
  return (
    <Panel title="Rules that lead here">
      {rules.length === 0 ? (
        <NoLines>None: no request can get an account of this pool.</NoLines>
      ) : (
        <LineList label="Rules that lead here">
          {rules.map(rule => (
            <Line key={rule.no} end={<span className={cx(text.small, text.faint)}>rule {rule.no}</span>}>
              <RuleText text={rule.text} />
            </Line>
          ))}
        </LineList>
      )}
    </Panel>
  )
}
