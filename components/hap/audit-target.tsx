import { CopyButton } from '#components/ui/copy-button.tsx'
import { CellLink } from '#components/ui/links.tsx'
import text from '#components/ui/text.module.css'
import { parseTarget } from '#lib/hap/audit/target.ts'
import { paths } from '#lib/paths.ts'
import { BindingLink } from './binding-link.tsx'
import { shortenId, TenantId } from './tenant-id.tsx'

interface AuditTargetProps {
  /** Key of the audit log. */
  readonly target: string
  /** `short` in tables (the default), `full` in details. */
  readonly show?: 'short' | 'full'
}

const HREFS = {
  Cluster: (name: string) => paths.cluster(name),
  SubscriptionRequest: (name: string) => paths.subscriptionRequest(name),
  KubeconfigRequest: (name: string) => paths.kubeconfig(name),
} as const

/** Target of an audited action, linked to its page if it has one. */
export function AuditTarget({ target, show = 'short' }: AuditTargetProps) {
  const parsed = parseTarget(target)
  switch (parsed.kind) {
    case 'binding':
      return <BindingLink binding={parsed.binding} />
    case 'global-account':
      return <TenantId id={parsed.id} />
    case 'claim':
      return (
        <span>
          claim{' '}
          <span className={text.mono} data-tip={parsed.id}>
            {show === 'full' ? parsed.id : shortenId(parsed.id)}
          </span>{' '}
          {show === 'full' && <CopyButton text={parsed.id} what="claim id" />}
        </span>
      )
    case 'token':
      return (
        <span data-tip={parsed.id}>
          token <span className={text.mono}>{parsed.name ?? (show === 'full' ? parsed.id : shortenId(parsed.id))}</span>{' '}
          {show === 'full' && <CopyButton text={parsed.id} what="token id" />}
        </span>
      )
    case 'job':
      return <CellLink href={paths.job(parsed.id)}>job {show === 'full' ? parsed.id : shortenId(parsed.id)}</CellLink>
    case 'approval':
      return (
        <CellLink href={paths.approvals()} data-tip={parsed.id}>
          proposal {show === 'full' ? parsed.id : shortenId(parsed.id)}
        </CellLink>
      )
    case 'resource':
      return (
        <CellLink href={HREFS[parsed.of](parsed.name)} data-tip={parsed.of}>
          <span className={text.mono}>{parsed.name}</span>
        </CellLink>
      )
    default:
      return <span>{parsed.key}</span>
  }
}
