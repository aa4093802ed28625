import { Panel } from '#components/ui/panel.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import type { KubeconfigDetail, RuleDetail } from '#lib/queries/operators/kubeconfig-detail.ts'
import { FlagTags } from '../flag-tags.tsx'

const COLUMNS = [
  { header: 'May', width: 240 },
  { header: 'Where', width: 144 },
  { header: 'Groups', width: 144 },
  { header: 'Resources' },
  { header: 'Verbs' },
] as const

/** What the kubeconfig may do, in words and to the letter. */
export function RulesPanel({ detail: { rules, row } }: { readonly detail: KubeconfigDetail }) {
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
