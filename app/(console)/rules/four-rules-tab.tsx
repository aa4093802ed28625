'use client'

import { useMemo } from 'react'
import { RuleText } from '#components/hap/rule-text.tsx'
import { Verdict } from '#components/hap/verdict.tsx'
import { DetailColumns } from '#components/shell/page-head.tsx'
import { Button } from '#components/ui/button.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { createTabDraft } from '#components/ui/tab-storage.ts'
import text from '#components/ui/text.module.css'
import { TextArea } from '#components/ui/text-field.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { useSettled } from '#components/ui/use-settled.ts'
import { useTabDraft } from '#components/ui/use-tab-draft.ts'
import { rulesYaml } from '#lib/rules-file/rules-yaml.ts'
import { formatCount } from '#lib/util/format.ts'
import { FindingList } from './editor/finding-list.tsx'
import { useAnswer } from './evaluation/use-answer.ts'
import styles from './four-rules.module.css'
import { useDraft, useTab } from './use-draft.tsx'

/** The pasted properties survive a change of tabs. */
const PASTED = createTabDraft<string>('hap-four-rules', 'pasted')

const SETTLE_MS = 150

/**
 * Translates the four properties of older releases into rules, and proves that both decide alike.
 */
export function FourRulesTab() {
  const draft = useDraft()
  const [, choose] = useTab()
  const { inForce } = draft
  const [persisted, persist] = useTabDraft(PASTED, draft.person.name)
  const pasted = persisted ?? ''
  const settled = useSettled(pasted, SETTLE_MS)
  const { plans, requiredPlans, semantics, regions } = inForce
  const input = useMemo(
    () => (settled.trim() === '' ? null : { text: settled, known: { plans, requiredPlans, semantics, regions } }),
    [settled, plans, requiredPlans, semantics, regions],
  )
  const answer = useAnswer('fourRules', input)
  const { findings, translation } = answer ?? NOTHING
  const change = (typed: string) => persist(typed || null)
  const replaceDraft = (rules: readonly string[]) => {
    const previous = draft.text
    draft.change(rulesYaml(rules))
    choose('')
    showToast({
      text: 'The translation is in the editor.',
      detail: 'Nothing is published yet.',
      action: { label: 'Undo', run: () => draft.change(previous) },
    })
  }
  return (
    <DetailColumns
      main={
        <Panel title="Legacy properties" padded>
          <TextArea
            label="platformRegionRule, clusterRegionRule, sharedRule, euAccessRule"
            hint="as in values.yaml, with or without hap:"
            placeholder={EXAMPLE}
            value={pasted}
            onChange={change}
            file
          />
          {findings.length > 0 && (
            <div className={styles.findings}>
              <FindingList findings={findings} total={findings.length} />
            </div>
          )}
        </Panel>
      }
      side={
        <Panel
          title="Translation"
          aside={translation && <CopyButton text={() => rulesYaml(translation.rules)} what="rules" />}
          padded
        >
          {translation ? (
            <div className={styles.translation}>
              <Proof {...translation} />
              <ol className={styles.rules} aria-label="Translated rules">
                {translation.rules.map(rule => (
                  <li key={rule}>
                    <RuleText text={rule} />
                  </li>
                ))}
              </ol>
              <div>
                <Button
                  look="primary"
                  disabledReason={translation.differing.length > 0 ? 'The properties and the rules differ.' : null}
                  onClick={() => replaceDraft(translation.rules)}
                >
                  Use in editor
                </Button>
              </div>
            </div>
          ) : (
            <p className={text.muted}>
              {input === null
                ? 'Paste the properties to see the equivalent rules.'
                : answer === null
                  ? 'Comparing both forms…'
                  : 'Fix the properties to see the equivalent rules.'}
            </p>
          )}
        </Panel>
      }
    />
  )
}

const NOTHING = { findings: [], translation: null } as const

const EXAMPLE = `hap:
  platformRegionRule: "gcp:cf-sa30"
  clusterRegionRule: "sap-converged-cloud"
  sharedRule: "trial;sap-converged-cloud"
  euAccessRule: "azure:cf-ch20;aws:cf-eu11"`

interface ProofProps {
  readonly compared: number
  readonly differing: readonly string[]
}

/** Shows for how many combinations both forms decide alike, and lists those that differ. */
function Proof({ compared, differing }: ProofProps) {
  const combinations = `${formatCount(compared)} combinations of plan, platform region and hyperscaler region`
  if (differing.length === 0) {
    return (
      <div>
        <Verdict outcome="ok">Equal for all {combinations}</Verdict>
        <p className={text.muted}>
          All plans and all regions known to this landscape or used here, plus an unknown region and none.
        </p>
      </div>
    )
  }
  return (
    <div>
      <Verdict outcome="wrong">
        Different for {formatCount(differing.length)} of {combinations}
      </Verdict>
      <ul className={styles.differing}>
        {differing.slice(0, 10).map(combination => (
          <li key={combination}>{combination}</li>
        ))}
      </ul>
    </div>
  )
}
