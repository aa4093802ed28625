import { showToast } from '#components/ui/toast.ts'
import type { PublishAnswer } from './actions.ts'

/** Says that rules are in force now, and what became of the ConfigMap. */
export function tellPublished({ number, write }: Extract<PublishAnswer, { kind: 'published' }>): void {
  showToast({ text: `Revision ${number} is in force.`, detail: detailOf(write) })
}

function detailOf(write: Extract<PublishAnswer, { kind: 'published' }>['write']): string {
  switch (write.kind) {
    case 'written':
      return 'The ConfigMap has it too.'
    case 'invalid':
      return write.problems.join(' ')
    case 'no-answer':
      return `The ConfigMap was not written: ${write.reason}`
    default:
      return `The ConfigMap was not written: ${write.message}`
  }
}
