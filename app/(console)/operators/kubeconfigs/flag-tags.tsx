import { Tag } from '#components/ui/tag.tsx'
import text from '#components/ui/text.module.css'
import type { AccessFlag } from '#lib/hap/access/judge-rules.ts'

const WORDS: Readonly<Record<AccessFlag, { readonly tone: 'danger' | 'warn'; readonly label: string }>> = {
  everything: { tone: 'danger', label: 'grants everything' },
  dangerous: { tone: 'danger', label: 'like cluster-admin' },
  refused: { tone: 'warn', label: 'rules refused' },
  nothing: { tone: 'warn', label: 'grants nothing' },
  'partly-nothing': { tone: 'warn', label: 'idle in part' },
}

/** What is striking about what a kubeconfig may do, the worst first. */
export function FlagTags({ flags }: { readonly flags: readonly AccessFlag[] }) {
  return (
    <span className={text.row}>
      {flags.map(flag => (
        <Tag key={flag} tone={WORDS[flag].tone}>
          {WORDS[flag].label}
        </Tag>
      ))}
    </span>
  )
}
