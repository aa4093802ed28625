'use client'

import { clusterQuery } from '#app/data/operator-queries.ts'
import { TenantId } from '#components/hap/tenant-id.tsx'
import text from '#components/ui/text.module.css'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { paths } from '#lib/paths.ts'
import type { ClusterDetail } from '#lib/queries/operators/cluster-detail.ts'
import type { Person } from '../../../person.ts'
import { DeletionButton } from '../../act/deletion-button.tsx'
import { ObjectView } from '../../object/object-view.tsx'
import { ResourceStateBadge } from '../../resource-state-text.tsx'
import { ClusterSide } from './cluster-side.tsx'
import { RevokeAllButton } from './revoke-all-button.tsx'

interface ClusterViewProps {
  readonly name: string
  readonly person: Person
  /** Why they have to sign in again before they delete it, a sentence; null when they need not. */
  readonly signIn: string | null
}

/** The page of one Cluster. */
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
