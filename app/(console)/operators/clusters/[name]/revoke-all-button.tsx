'use client'

import { useQueryClient } from '@tanstack/react-query'
import { clusterQuery } from '#app/data/operator-queries.ts'
import { useParameter } from '#components/address/use-parameter.ts'
import { useCommands } from '#components/palette/registered.ts'
import { Button } from '#components/ui/button.tsx'
import { paths } from '#lib/paths.ts'
import type { ClusterDetail } from '#lib/queries/operators/cluster-detail.ts'
import type { Person } from '../../../person.ts'
import { RevokeAllDialogs } from '../../kubeconfigs/revoke-all/revoke-all-dialogs.tsx'
import { REVOKE_ALL, revokeAllCommand, revokeAllOffer } from '../../kubeconfigs/revoke-all/revoke-all-offer.ts'

interface RevokeAllButtonProps {
  readonly detail: ClusterDetail
  readonly person: Person
}

/** Takes every access to the cluster of the page away, where somebody looks for it who heard that one leaked. */
export function RevokeAllButton({ detail, person }: RevokeAllButtonProps) {
  const { row, namespace, kubeconfigs, unrevoked } = detail
  const [act, setAct] = useParameter('act')
  const queries = useQueryClient()
  const offer = revokeAllOffer({ cluster: row.name, role: person.role, requests: kubeconfigs, unrevoked })
  useCommands({
    scope: 'page',
    heading: row.name,
    commands: [revokeAllCommand(offer, () => setAct(REVOKE_ALL))],
  })
  return (
    <>
      <Button look="danger-quiet" disabledReason={offer.obstacle} onClick={() => setAct(REVOKE_ALL)}>
        Revoke kubeconfigs
      </Button>
      <RevokeAllDialogs
        cluster={{ namespace, name: row.name }}
        unrevoked={unrevoked}
        person={person}
        href={paths.cluster(row.name, { act: REVOKE_ALL })}
        open={act === REVOKE_ALL && offer.obstacle === null}
        onClose={() => setAct('')}
        onChanged={() => void queries.invalidateQueries({ queryKey: clusterQuery(row.name).queryKey })}
      />
    </>
  )
}
