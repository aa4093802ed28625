import type { ListRequest } from '../../list-window.ts'
import { type KindWindow, listKind } from '../list-kind.ts'
import { type KubeconfigRow, type KubeconfigSight, kubeconfigRows } from './kubeconfig-row.ts'
import { KUBECONFIG_LIST } from './kubeconfig-search.ts'

/** A part of the register of kubeconfigs. */
export function listKubeconfigs(sight: KubeconfigSight, request: ListRequest): KindWindow<KubeconfigRow> {
  const rows = kubeconfigRows(sight)
  return listKind({ objects: sight.objects, kind: 'KubeconfigRequest', rows, shape: KUBECONFIG_LIST }, request)
}
