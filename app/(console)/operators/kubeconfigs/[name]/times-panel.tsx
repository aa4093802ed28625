import { Fact, Facts } from '#components/ui/facts.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import text from '#components/ui/text.module.css'
import type { KubeconfigDetail } from '#lib/queries/operators/kubeconfig-detail.ts'
import { formatDuration } from '#lib/util/format.ts'

/** Since when, until when, and where the kubeconfig lies. */
export function TimesPanel({ detail }: { readonly detail: KubeconfigDetail }) {
  const { row, expiration, secret, account, fingerprint, rotatedAt } = detail
  const times = [
    ['Issued', row.issuedAt],
    ['Expires', row.expiresAt],
    ['Next rotation', row.renewsAt],
    ['Rotated on request', rotatedAt],
    ['Revoked', row.revokedAt],
    ['Created', row.createdAt],
  ] as const
  const places = [
    ['Secret', secret && `${secret.name}, key ${secret.key}`],
    ['Account in the cluster', account && `${account.namespace}/${account.name}`],
    ['Fingerprint', fingerprint],
  ] as const
  return (
    <Panel title="Kubeconfig">
      <Facts>
        {times.map(
          ([name, at]) =>
            at !== null && (
              <Fact key={name} name={name}>
                <RelativeTime at={at} as="until" />
              </Fact>
            ),
        )}
        <Fact name="Asked for">{formatDuration(expiration * 1_000)} at a time</Fact>
        {places.map(
          ([name, place]) =>
            place !== null && (
              <Fact key={name} name={name}>
                <span className={text.mono}>{place}</span>
              </Fact>
            ),
        )}
      </Facts>
    </Panel>
  )
}
