import { Fragment } from 'react'
import { RuleText } from '#components/hap/rule-text.tsx'
import { Verdict } from '#components/hap/verdict.tsx'
import text from '#components/ui/text.module.css'
import type { RuleLink } from '#lib/queries/rules-by-pool.ts'

/** Rules that select a pool, in one line; a tooltip lists all of them where they are cut. */
export function RulesOfPool({ rules }: { readonly rules: readonly RuleLink[] }) {
  if (rules.length === 0) return <Verdict outcome="warn">no rule leads here</Verdict>
  return (
    <span data-tip={rules.length > 2 ? rules.map(rule => rule.text).join('\n') : undefined}>
      {rules.map((rule, index) => (
        <Fragment key={rule.no}>
          {index > 0 && <span className={text.faint}>, </span>}
          <RuleText text={rule.text} />
        </Fragment>
      ))}
    </span>
  )
}
