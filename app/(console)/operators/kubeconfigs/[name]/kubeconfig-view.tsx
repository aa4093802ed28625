'use client'

import { kubeconfigQuery } from '#app/data/operator-queries.ts'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { TextLink } from '#components/ui/links.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import { paths } from '#lib/paths.ts'
import type { KubeconfigDetail, RuleDetail } from '#lib/queries/operators/kubeconfig-detail.ts'
import { formatDuration } from '#lib/util/format.ts'
import type { Person } from '../../../person.ts'
import { ObjectView } from '../../object/object-view.tsx'
import { FlagTags, KubeconfigStateBadge } from '../kubeconfig-state.tsx'
import { KubeconfigActions } from './kubeconfig-actions.tsx'
import { ProgressPanel } from './progress-panel.tsx'

interface KubeconfigViewProps {
  readonly name: string
  readonly person: Person
  /** Time of the last sign-in in milliseconds since 1970; null where unknown. */
  readonly signedInAt: number | null
  /** Message that asks for a new sign-in before a rotation; null when the sign-in is recent enough. */
  readonly signIn: string | null
}

/** Detail page of one KubeconfigRequest: rules, lifetime, and the progress of rotation or revocation. */
export function KubeconfigView({ name, person, signedInAt, signIn }: KubeconfigViewProps) {
  return (
    <ObjectView
      list="operators/kubeconfigs"
      what="KubeconfigRequest"
      name={name}
      href={paths.kubeconfig(name)}
      query={kubeconfigQuery(name)}
      badge={({ row }) => <KubeconfigStateBadge state={row.state} />}
      facts={detail => <KubeconfigFacts detail={detail} />}
      first={detail => <RulesPanel detail={detail} />}
      side={detail => (
        <>
          <ProgressPanel detail={detail} />
          <TimesPanel detail={detail} />
        </>
      )}
      actions={(detail, missing) => (
        <KubeconfigActions detail={detail} person={person} signedInAt={signedInAt} signIn={signIn} missing={missing} />
      )}
    />
  )
}

function KubeconfigFacts({ detail: { row } }: { readonly detail: KubeconfigDetail }) {
  return (
    <>
      <span>
        for <TextLink href={paths.cluster(row.cluster.name)}>{row.cluster.name}</TextLink>
      </span>
      <span className={text.muted}>{row.message}</span>
    </>
  )
}

const COLUMNS = [
  { header: 'Permissions', width: 240 },
  { header: 'Scope', width: 144 },
  { header: 'Groups', width: 144 },
  { header: 'Resources' },
  { header: 'Verbs' },
] as const

/** Lists the rules of the kubeconfig, each as a sentence and with its exact fields. */
function RulesPanel({ detail: { rules, row } }: { readonly detail: KubeconfigDetail }) {
  return (
    <Panel id="rules" title="Rules" aside={row.flags.length > 0 && <FlagTags flags={row.flags} />}>
      <SmallTable label="Rules" columns={COLUMNS} folding>
        {rules.map(rule => (
          <RuleLine key={rule.path} rule={rule} />
        ))}
      </SmallTable>
    </Panel>
  )
}

function RuleLine({ rule }: { readonly rule: RuleDetail }) {
  const { words, namespace, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [], verbs } = rule
  const named = resourceNames.length > 0 ? ` named ${resourceNames.join(', ')}` : ''
  return (
    <tr>
      <th scope="row" data-wrap>
        {rule.refused === null ? words : <span className={text.warn}>Not granted: {words}</span>}
        {rule.refused !== null && <p className={text.muted}>{rule.refused}</p>}
      </th>
      <td data-fold="aside">{namespace ?? 'whole cluster'}</td>
      <td data-wrap data-fold="line" className={text.mono}>
        {nonResourceURLs.length > 0 ? '—' : apiGroups.map(group => group || '"" (core)').join(', ')}
      </td>
      <td data-wrap data-fold="line" className={text.mono}>
        {nonResourceURLs.length > 0 ? nonResourceURLs.join(', ') : `${resources.join(', ')}${named}`}
      </td>
      <td data-wrap data-fold="line" className={text.mono}>
        {verbs.join(', ')}
      </td>
    </tr>
  )
}

/** Times of the kubeconfig, and the Secret and account that hold it. */
function TimesPanel({ detail }: { readonly detail: KubeconfigDetail }) {
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
    ['Service account', account && `${account.namespace}/${account.name}`],
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
        <Fact name="Lifetime">{formatDuration(expiration * 1_000)}</Fact>
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
