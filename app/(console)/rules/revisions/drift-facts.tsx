import { Disclosure } from '#components/ui/disclosure.tsx'
import { Message } from '#components/ui/message.tsx'
import text from '#components/ui/text.module.css'
import type { RulesDrift } from '#lib/queries/rules/drift.ts'
import type { PendingWrite } from '#lib/services/rules/config-map-writer.ts'
import { formatPlural } from '#lib/util/format.ts'
import { configMapWords, kebWords, pendingWords, shownPending } from './drift-words.ts'
import styles from './revisions.module.css'
import { RuleChangeList } from './rule-change-list.tsx'
import { TextDiff } from './text-diff.tsx'

interface DriftFactsProps {
  readonly drift: RulesDrift
  /** What is on its way to the ConfigMap, or did not come there. */
  readonly pending: PendingWrite | null
}

const KEB_TONES = { same: 'ok', differs: 'warn', unread: 'warn', missing: 'info' } as const

/** The ConfigMap, KEB's own rules and the file of rules beside what was published, with each difference. */
export function DriftFacts({ drift, pending: written }: DriftFactsProps) {
  const pending = shownPending(written)
  const { number, configMap, file, keb } = drift
  // That it is not there yet is no difference to look at.
  const isWriting = pending?.kind === 'writing'
  return (
    <>
      {pending !== null && (
        <Message tone={pending.kind === 'writing' ? 'info' : 'warn'} announce>
          {pendingWords(pending, drift)}
        </Message>
      )}
      {!isWriting && <Message tone={configMap.kind === 'same' ? 'ok' : 'warn'}>{configMapWords(drift)}</Message>}
      {!isWriting && configMap.kind === 'differs' && (
        <section className={styles.apart} aria-label="From the revision to the ConfigMap">
          <p className={text.muted}>From revision {number} to the ConfigMap as it is:</p>
          <TextDiff hunks={configMap.hunks} moreLines={configMap.moreLines} />
        </section>
      )}
      {keb !== null && <Message tone={KEB_TONES[keb.kind]}>{kebWords(keb, number)}</Message>}
      {keb?.kind === 'differs' && keb.changes !== null && (
        <Disclosure summary={`${formatPlural(keb.changes.length, 'different rule')} of KEB`}>
          <RuleChangeList changes={keb.changes} none="No rule." />
        </Disclosure>
      )}
      {file !== null && (
        <>
          <Message tone="warn">
            {file.name} (HAP_RULES_FILE) has other rules than revision {number}. Where KEB reads that file, it decides
            by them.
          </Message>
          <Disclosure summary={formatPlural(file.changes.length, 'different rule')}>
            <RuleChangeList changes={file.changes} none="No rule." />
          </Disclosure>
        </>
      )}
    </>
  )
}
