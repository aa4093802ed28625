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
import { configMapWords, writeObstacle } from './drift-messages.ts'
import { readRulesAgain } from './refresh-rules.ts'
import { TextDiff } from './revision-diff.tsx'

interface WriteDialogProps {
  readonly drift: RulesDrift
  readonly person: Person
  readonly onClose: () => void
}

/** Writes the published rules to the ConfigMap; what somebody wrote there by hand, and the person sees here, is written over. */
export function WriteDialog({ drift, person, onClose }: WriteDialogProps) {
  const queries = useQueryClient()
  // What somebody else writes meanwhile has not been seen.
  const [seen, setSeen] = useState(drift)
  const [reason, setReason] = useState('')
  const [writing, setWriting] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { configMap, number, place } = seen
  const submit = async () => {
    setWriting(true)
    setProblem(null)
    const takeOverAt = configMap.kind === 'differs' ? configMap.resourceVersion : null
    const answer = await writeRules({ reason: reason.trim(), takeOverAt }).catch(signedOutAnswer)
    await readRulesAgain(queries)
    setSeen(queries.getQueryData(driftQuery().queryKey)?.drift ?? seen)
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
      obstacle={writing ? 'Writing.' : (writeObstacle(seen) ?? missingReason(reason))}
      busy={writing}
      touched={reason !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      {problem !== null && <Refusal>{problem}</Refusal>}
      {versionOf(drift) !== versionOf(seen) && (
        <Message
          tone="warn"
          announce
          action={
            <Button size="small" onClick={() => setSeen(drift)}>
              Show it as it is now
            </Button>
          }
        >
          The ConfigMap or the rules changed since this was opened.
        </Message>
      )}
      <Message tone="info">
        {configMapWords(seen)}
        {configMap.kind === 'differs' && ' This is what writing changes in it:'}
      </Message>
      {configMap.kind === 'differs' && (
        <TextDiff hunks={reverseHunks(configMap.hunks)} moreLines={configMap.moreLines} />
      )}
      <TextArea label="Reason" required value={reason} onChange={setReason} />
    </FormDialog>
  )
}

/** Of what would be written over, and by what. */
function versionOf({ number, configMap }: RulesDrift): string {
  return [number, configMap.kind, configMap.kind === 'differs' ? configMap.resourceVersion : ''].join(' ')
}
