'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useObserveModeReason } from '#app/(console)/observe-mode.tsx'
import { clusterQuery } from '#app/data/operator-queries.ts'
import { useParameter } from '#components/address/use-parameter.ts'
import { TenantId } from '#components/hap/tenant-id.tsx'
import { useCommands } from '#components/palette/commands.ts'
import { Button } from '#components/ui/button.tsx'
import text from '#components/ui/text.module.css'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { paths } from '#lib/paths.ts'
import type { ClusterDetail } from '#lib/queries/operators/cluster-detail.ts'
import type { Person } from '../../../person.ts'
import { DeletionButton } from '../../act/deletion-button.tsx'
import { deleteClusterResource } from '../../actions.ts'
import {
  buildRevokeAllCommand,
  buildRevokeAllOffer,
  REVOKE_ALL,
  RevokeAllDialogs,
} from '../../kubeconfigs/revoke-all/revoke-all.tsx'
import { ObjectView } from '../../object/object-view.tsx'
import { ResourceStateBadge } from '../../resource-state-text.tsx'
import { ClusterSide } from './cluster-side.tsx'

interface ClusterViewProps {
  readonly name: string
  readonly person: Person
  /** Message that asks for a new sign-in before deletion; null when the sign-in is recent enough. */
  readonly signIn: string | null
}

/** Detail page of one Cluster. */
export function ClusterView({ name, person, signIn }: ClusterViewProps) {
  return (
    <ObjectView
      list="operators/clusters"
      what="Cluster"
      name={name}
      href={paths.cluster(name)}
      query={clusterQuery(name)}
      badge={({ row }) => <ResourceStateBadge state={row.state} />}
      facts={detail => <Facts detail={detail} />}
      side={detail => <ClusterSide detail={detail} />}
      actions={(detail, missing) => (
        <>
          <RevokeAllButton detail={detail} person={person} />
          <DeletionButton
            list="operators/clusters"
            remove={deleteClusterResource}
            what="Cluster"
            name={name}
            detail={detail}
            person={person}
            signIn={signIn}
            neededRole={NEEDED_ROLES.deleteCluster}
            href={paths.cluster(name, { act: 'delete' })}
            missing={missing}
          />
        </>
      )}
    />
  )
}

function Facts({ detail: { row, namespace } }: { readonly detail: ClusterDetail }) {
  return (
    <>
      <span>
        Cluster in <span className={text.mono}>{namespace}</span>
      </span>
      {row.globalAccount !== null && (
        <span>
          Global account <TenantId id={row.globalAccount} />
        </span>
      )}
      <span>{row.message}</span>
    </>
  )
}

interface RevokeAllButtonProps {
  readonly detail: ClusterDetail
  readonly person: Person
}

/** Revokes all kubeconfigs of the cluster. It stands on this page because a leaked kubeconfig names its cluster. */
function RevokeAllButton({ detail, person }: RevokeAllButtonProps) {
  const { row, namespace, kubeconfigs, unrevoked } = detail
  const [act, setAct] = useParameter('act')
  const queries = useQueryClient()
  const offer = buildRevokeAllOffer({
    cluster: row.name,
    role: person.role,
    requests: kubeconfigs,
    unrevoked,
    observeModeReason: useObserveModeReason(),
  })
  useCommands({
    scope: 'page',
    heading: row.name,
    commands: [buildRevokeAllCommand(offer, () => setAct(REVOKE_ALL))],
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
