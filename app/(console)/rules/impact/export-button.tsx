import { useState } from 'react'
import { signedOutAnswer } from '#app/data/call-failure.ts'
import { Button } from '#components/ui/button.tsx'
import { saveText } from '#components/ui/save-text.ts'
import { showToast } from '#components/ui/toast.ts'
import { exportImpact } from './actions.ts'
import { type PageQuestion, wholeQuestion } from './page-question.ts'

interface ExportButtonProps {
  readonly question: PageQuestion
  /** Which rows. */
  readonly choice: string
  /** Only those of this global account. */
  readonly account?: string | null
  readonly disabledReason?: string | null
}

/** Saves rows as CSV, which the server makes. */
export function ExportButton({ question, choice, account = null, disabledReason = null }: ExportButtonProps) {
  const [working, setWorking] = useState(false)
  const save = async () => {
    setWorking(true)
    const answer = await exportImpact({ ...wholeQuestion(question), choice, account, offset: 0 }).catch(signedOutAnswer)
    setWorking(false)
    if (answer?.kind === 'file') return saveText('impact.csv', answer.text, 'text/csv')
    showToast({ text: `No file was made. ${reasonOf(answer)}`, failed: true })
  }
  return (
    <Button disabledReason={working ? 'The file is being made.' : disabledReason} onClick={() => void save()}>
      Export CSV
    </Button>
  )
}

function reasonOf(answer: Awaited<ReturnType<typeof exportImpact>> | null): string {
  if (answer?.kind === 'no-answer') return answer.reason
  return answer?.kind === 'invalid' ? 'The draft has errors.' : 'The console is not responding.'
}
