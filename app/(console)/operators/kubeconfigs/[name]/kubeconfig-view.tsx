'use client'

import { kubeconfigQuery } from '#app/data/operator-queries.ts'
import text from '#components/ui/text.module.css'
import { TextLink } from '#components/ui/text-link.tsx'
import { paths } from '#lib/paths.ts'
import type { KubeconfigDetail } from '#lib/queries/operators/kubeconfig-detail.ts'
import type { Person } from '../../../person.ts'
import { ObjectView } from '../../object/object-view.tsx'
import { KubeconfigStateBadge } from '../kubeconfig-state-text.tsx'
import { KubeconfigActions } from './act/kubeconfig-actions.tsx'
import { ProgressPanel } from './progress-panel.tsx'
import { RulesPanel } from './rules-panel.tsx'
import { TimesPanel } from './times-panel.tsx'

interface KubeconfigViewProps {
  readonly name: string
  readonly person: Person
  /** Milliseconds since 1970; null where it is not known. */
  readonly signedInAt: number | null
  /** Why the person has to sign in again before making a credential, a sentence; null when they need not. */
  readonly signIn: string | null
}

/** The page of one request: what it may do, until when, and how far what was asked of it is. */
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
