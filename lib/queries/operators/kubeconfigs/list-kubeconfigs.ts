import { cutText } from '#lib/hap/text/text.ts'
import type { Exported, ExportRequest } from '../../export/export-list.ts'
import type { ListRequest } from '../../list-window.ts'
import { exportKind } from '../export-kind.ts'
import { type KindWindow, listKind } from '../list-kind.ts'
import { KUBECONFIG_LIST, type KubeconfigRow, type KubeconfigSight, kubeconfigItems } from './kubeconfig-list.ts'

/** Characters of a rule in the register: its page has all of it, which may be tens of thousands. */
const MOST_OF_RULE = 200

/** A part of the register of kubeconfigs; long rules are shortened, so that a page can carry it. */
export function listKubeconfigs(sight: KubeconfigSight, request: ListRequest): KindWindow<KubeconfigRow> {
  const found = listKind(listing(sight), request)
  return { ...found, rows: found.rows.map(row => ({ ...row, rules: row.rules.map(shortened) })) }
}

/** The file of the register of kubeconfigs. */
export function exportKubeconfigs(sight: KubeconfigSight, request: ExportRequest): Exported {
  return exportKind(listing(sight), request)
}

function listing(sight: KubeconfigSight) {
  return {
    objects: sight.objects,
    kind: 'KubeconfigRequest',
    items: kubeconfigItems(sight),
    list: KUBECONFIG_LIST,
  } as const
}

function shortened(rule: string): string {
  return rule.length > MOST_OF_RULE ? `${cutText(rule, MOST_OF_RULE - 1)}…` : rule
}
