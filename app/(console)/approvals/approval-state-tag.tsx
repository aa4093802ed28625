import { Tag } from '#components/ui/tag.tsx'
import type { ApprovalState } from '#lib/store/approval-state.ts'

const TONES: Partial<Readonly<Record<ApprovalState, 'ok' | 'warn' | 'danger' | 'info'>>> = {
  waiting: 'warn',
  running: 'info',
  done: 'ok',
  failed: 'danger',
  unknown: 'danger',
  stale: 'warn',
}

/** State of a proposal as a tag. */
export function ApprovalStateTag({ state }: { readonly state: ApprovalState }) {
  const tone = TONES[state]
  return tone === undefined ? <Tag>{state}</Tag> : <Tag tone={tone}>{state}</Tag>
}
