import { cutText } from '#lib/hap/text/text.ts'
import type { ListRequest } from '../../list-window.ts'
import { type KindWindow, listKind } from '../list-kind.ts'
import { type KubeconfigRow, type KubeconfigSight, kubeconfigRows } from './kubeconfig-row.ts'
import { KUBECONFIG_LIST } from './kubeconfig-search.ts'

/** Characters of a rule in the register: its page has all of it, which may be tens of thousands. */
const MOST_OF_RULE = 200

/** A part of the register of kubeconfigs; whatever is written into it stays short of what a page can carry. */
export function listKubeconfigs(sight: KubeconfigSight, request: ListRequest): KindWindow<KubeconfigRow> {
  const rows = kubeconfigRows(sight)
  const found = listKind({ objects: sight.objects, kind: 'KubeconfigRequest', rows, shape: KUBECONFIG_LIST }, request)
  return { ...found, rows: found.rows.map(row => ({ ...row, rules: row.rules.map(shortened) })) }
}

function shortened(rule: string): string {
  return rule.length > MOST_OF_RULE ? `${cutText(rule, MOST_OF_RULE - 1)}…` : rule
}
