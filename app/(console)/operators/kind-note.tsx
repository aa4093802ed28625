import { Strip } from '#components/ui/message.tsx'
import type { KindState } from '#lib/queries/operators/operator-objects.ts'

/** Above custom resources that may be out of date; nothing while they are current. */
export function KindNote({ kind }: { readonly kind: KindState | undefined }) {
  if (kind?.state !== 'stale') return null
  return (
    <Strip tone="warn" icon="unreachable">
      {kind.message} What is shown here may be out of date.
    </Strip>
  )
}
