import type { AuditNewsView } from '#app/data/audit-queries.ts'
import { Button } from '#components/ui/button.tsx'
import { LiveText } from '#components/ui/live-text.tsx'
import { Strip } from '#components/ui/message.tsx'
import text from '#components/ui/text.module.css'
import { TextLink } from '#components/ui/text-link.tsx'
import { paths } from '#lib/paths.ts'
import { formatPlural } from '#lib/util/format.ts'

interface AuditStripsProps {
  readonly news: AuditNewsView
  readonly onShowNewer: () => void
}

/** What must be known before the rows are read: a chain that is broken, actions nobody knows the end of, newer ones. */
export function AuditStrips({ news: { chain, newer, unknown }, onShowNewer }: AuditStripsProps) {
  return (
    <>
      {chain.state === 'broken' && (
        <Strip tone="danger" action={<TextLink href={paths.auditEntry(chain.seq)}>Entry {chain.seq}</TextLink>}>
          The hash chain is broken from entry {chain.seq} on. {chain.problem} Compare it with a dump, or with an entry
          recorded elsewhere: <code className={text.mono}>hap audit verify --expect NUMBER:HASH</code>
        </Strip>
      )}
      {unknown > 0 && (
        <Strip
          tone="warn"
          action={<TextLink href={paths.audit({ q: 'outcome:unknown' })}>{formatPlural(unknown, 'action')}</TextLink>}
        >
          The outcome of some actions is unknown: the console stopped or lost its connection while they ran. It checks
          the bindings and records what it finds.
        </Strip>
      )}
      {newer > 0 && (
        <Strip
          tone="info"
          action={
            <Button size="small" onClick={onShowNewer}>
              Show
            </Button>
          }
        >
          <LiveText>{formatPlural(newer, 'newer action')}</LiveText>
        </Strip>
      )}
    </>
  )
}
