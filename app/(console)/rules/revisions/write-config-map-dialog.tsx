import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { signedOutAnswer } from '#app/data/call-failure.ts'
import { driftQuery } from '#app/data/rules-queries.ts'
import { Button } from '#components/ui/button.tsx'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { Message } from '#components/ui/message.tsx'
import { TextArea } from '#components/ui/text-area.tsx'
import { showToast } from '#components/ui/toast.ts'
import { reverseHunks } from '#lib/hap/text/line-diff.ts'
import type { RulesDrift } from '#lib/queries/rules/drift.ts'
import type { Person } from '../../person.ts'
import { missingReason } from '../../reason-fields.tsx'
import { Refusal } from '../../refusal.tsx'
import { writeRules } from './actions.ts'
import { formatConfigMap, writeDisabledReason } from './drift-messages.ts'
import { refreshRules } from './refresh-rules.ts'
import { TextDiff } from './revision-diff.tsx'

interface WriteConfigMapDialogProps {
  readonly drift: RulesDrift
  readonly person: Person
  readonly onClose: () => void
}

/** Overwrites the ConfigMap with the published rules, after showing the difference. */
export function WriteConfigMapDialog({ drift, person, onClose }: WriteConfigMapDialogProps) {
  const queries = useQueryClient()
  // The dialog overwrites only the version it shows.
  const [shown, setShown] = useState(drift)
  const [reason, setReason] = useState('')
  const [writing, setWriting] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { configMap, number, place } = shown
  const submit = async () => {
    setWriting(true)
    setProblem(null)
    const takeOverAt = configMap.kind === 'differs' ? configMap.resourceVersion : null
    const answer = await writeRules({ reason: reason.trim(), takeOverAt }).catch(signedOutAnswer)
    await refreshRules(queries)
    setShown(queries.getQueryData(driftQuery().queryKey)?.drift ?? shown)
    setWriting(false)
    if (answer?.kind === 'written') {
      onClose()
      showToast({ text: `ConfigMap ${place.name} has revision ${answer.number}.` })
    } else if (answer === null) setProblem('The console did not respond. Writing again does no harm.')
    else if (answer.kind === 'invalid') setProblem(answer.problems.join(' '))
    else setProblem(answer.kind === 'no-answer' ? answer.reason : answer.message)
  }
  return (
    <FormDialog
      title={`Write ConfigMap ${place.name}`}
      description={`${place.key} becomes the rules of revision ${number}; nothing else in it is touched.`}
      note={`Recorded as ${person.name}, ${person.role}`}
      verb="Write the ConfigMap"
      disabledReason={writing ? 'Writing.' : (writeDisabledReason(shown) ?? missingReason(reason))}
      busy={writing}
      touched={reason !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      {problem !== null && <Refusal>{problem}</Refusal>}
      {versionOf(drift) !== versionOf(shown) && (
        <Message
          tone="warn"
          announce
          action={
            <Button size="small" onClick={() => setShown(drift)}>
              Show it as it is now
            </Button>
          }
        >
          The ConfigMap or the rules changed since this was opened.
        </Message>
      )}
      <Message tone="info">
        {formatConfigMap(shown)}
        {configMap.kind === 'differs' && ' This is what writing changes in it:'}
      </Message>
      {configMap.kind === 'differs' && (
        <TextDiff hunks={reverseHunks(configMap.hunks)} moreLines={configMap.moreLines} />
      )}
      <TextArea label="Reason" required value={reason} onChange={setReason} />
    </FormDialog>
  )
}

/** Identifies the version of the ConfigMap and of the rules. */
function versionOf({ number, configMap }: RulesDrift): string {
  return [number, configMap.kind, configMap.kind === 'differs' ? configMap.resourceVersion : ''].join(' ')
}
