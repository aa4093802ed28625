import { Disclosure } from '#components/ui/disclosure.tsx'
import { formatPlural } from '#components/ui/format.ts'
import { Message } from '#components/ui/message.tsx'
import type { RulesDrift } from '#lib/queries/rules/drift.ts'
import { configMapWords } from './drift-words.ts'
import { RuleChangeList } from './rule-change-list.tsx'
import { TextDiff } from './text-diff.tsx'

/** The ConfigMap and the file of rules beside what was published, with each difference. */
export function DriftFacts({ drift }: { readonly drift: RulesDrift }) {
  const { number, configMap, file } = drift
  return (
    <>
      <Message tone={configMap.kind === 'same' ? 'ok' : 'warn'}>{configMapWords(drift)}</Message>
      {configMap.kind === 'differs' && <TextDiff hunks={configMap.hunks} />}
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
