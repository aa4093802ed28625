import { showToast } from '#components/ui/toast.ts'

/** Says that rules are in force now; what becomes of the ConfigMap stands on the page. */
export function tellPublished(number: number): void {
  showToast({
    text: `Revision ${number} is in force.`,
    detail: 'The ConfigMap is being written; the tab Revisions tells when it has them.',
  })
}
