import { RuleText } from '#components/hap/rule-text.tsx'
import { SelectorChips } from '#components/hap/selector-chips.tsx'
import { Trace, TraceStep } from '#components/hap/trace.tsx'
import { Verdict } from '#components/hap/verdict.tsx'
import { Panel } from '#components/ui/panel.tsx'
import text from '#components/ui/text.module.css'
import { TextLink } from '#components/ui/text-link.tsx'
import { formatRequirement, tenantSelector } from '#lib/hap/pools/selector.ts'
import { AWS_EU, TENANT } from './sample.ts'
import styles from './sheet.module.css'

/** The way to a decision. */
export function Reasoning() {
  return (
    <Panel title="Trace" padded>
      <Trace>
        <TraceStep
          title={
            <>
              Rules for plan <span className={text.mono}>aws</span>
            </>
          }
          summary="2 of 4 match, the one with most attributes wins"
        >
          <div className={styles.stack}>
            <RuleText text="aws(PR=cf-eu11) -> EU, HR" />
            <RuleText text="aws(PR=cf-us11) -> PR" faint />
            <div className={styles.row}>
              <Verdict outcome="chosen">chosen</Verdict>
              <Verdict outcome="ok">cf-eu11</Verdict>
              <Verdict outcome="no">wants eu-west-1</Verdict>
            </div>
          </div>
        </TraceStep>
        <TraceStep
          title="Label selector"
          summary="reuse first"
          aside={<TextLink href="/">Copy kubectl command</TextLink>}
        >
          <SelectorChips requirements={tenantSelector(AWS_EU, TENANT).map(formatRequirement)} />
        </TraceStep>
        <TraceStep title="Claim" skipped summary="not needed" />
      </Trace>
    </Panel>
  )
}
