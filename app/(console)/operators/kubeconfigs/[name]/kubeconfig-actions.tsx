'use client'

import { useQueryClient } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useObserveModeReason } from '#app/(console)/observe-mode.tsx'
import { kubeconfigQuery } from '#app/data/operator-queries.ts'
import { useParameter } from '#components/address/use-parameter.ts'
import { useCommands } from '#components/palette/commands.ts'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Menu, MenuItem } from '#components/ui/menu.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { roleDisabledReason } from '#lib/auth/roles.ts'
import { paths } from '#lib/paths.ts'
import type { KubeconfigDetail } from '#lib/queries/operators/kubeconfig-detail.ts'
import type { Person } from '../../../person.ts'
import { buildRevokeAllCommand, buildRevokeAllOffer, REVOKE_ALL, RevokeAllDialogs } from '../revoke-all/revoke-all.tsx'
import { KUBECONFIG_VERBS, type KubeconfigVerb } from './verb-labels.ts'

/** Loaded on demand, because few visitors act. Without SSR, because the server does not have the draft of the tab. */
const VerbDialog = dynamic(() => import('./verb-dialog.tsx').then(module => module.VerbDialog), { ssr: false })

const BUTTON_VERBS: readonly KubeconfigVerb[] = ['rotate', 'revoke', 'download']

interface KubeconfigActionsProps {
  readonly detail: KubeconfigDetail
  readonly person: Person
  readonly signedInAt: number | null
  /** Message that asks for a new sign-in before a rotation; null when the sign-in is recent enough. */
  readonly signIn: string | null
  /** The object does not exist any more. */
  readonly missing: boolean
}

/**
 * Buttons, menu and commands of a request. An impossible verb stays visible with its reason; the
 * URL carries the open dialog.
 */
export function KubeconfigActions({ detail, person, signedInAt, signIn, missing }: KubeconfigActionsProps) {
  const [act, setAct] = useParameter('act')
  const queries = useQueryClient()
  const { name } = detail.row
  const observeModeReason = useObserveModeReason()
  const obstacleOf = (verb: KubeconfigVerb) =>
    observeModeReason ??
    roleDisabledReason(person.role, verb === 'download' ? NEEDED_ROLES.downloadKubeconfig : NEEDED_ROLES.kubeconfigs) ??
    (missing ? 'The request no longer exists.' : detail.obstacles[verb])
  const { cluster } = detail.row
  const all = buildRevokeAllOffer({
    cluster: cluster.name,
    role: person.role,
    requests: 1,
    unrevoked: detail.unrevoked,
    observeModeReason,
  })
  const offers = (Object.keys(KUBECONFIG_VERBS) as KubeconfigVerb[]).map(verb => ({
    verb,
    ...KUBECONFIG_VERBS[verb],
    disabledReason: obstacleOf(verb),
  }))
  const open = offers.find(({ verb }) => verb === act)
  const refresh = () => void queries.invalidateQueries({ queryKey: kubeconfigQuery(name).queryKey })
  const done = (text: string) => {
    showToast({ text })
    setAct('')
    refresh()
  }
  useCommands({
    scope: 'page',
    heading: name,
    commands: [
      ...offers.map(({ verb, label, dangerous, disabledReason }) => ({
        id: verb,
        label: `${label}…`,
        icon: 'action' as const,
        danger: dangerous,
        disabledReason,
        act: { run: () => setAct(verb) },
      })),
      buildRevokeAllCommand(all, () => setAct(REVOKE_ALL)),
    ],
  })
  return (
    <>
      {offers
        .filter(({ verb }) => BUTTON_VERBS.includes(verb))
        .map(({ verb, label, disabledReason }) => (
          <Button
            key={verb}
            look={verb === 'revoke' ? 'danger-quiet' : 'default'}
            disabledReason={disabledReason}
            onClick={() => setAct(verb)}
          >
            {label}
          </Button>
        ))}
      <Menu
        label="More actions"
        align="end"
        trigger={props => (
          <Button {...props} icon aria-label="More actions" tip="More actions">
            <Icon name="more" />
          </Button>
        )}
      >
        <MenuItem danger disabledReason={obstacleOf('delete')} onSelect={() => setAct('delete')}>
          {KUBECONFIG_VERBS.delete.label}
        </MenuItem>
        <MenuItem danger disabledReason={all.obstacle} onSelect={() => setAct(REVOKE_ALL)}>
          {all.label}
        </MenuItem>
      </Menu>
      {open && observeModeReason === null && roleDisabledReason(person.role, NEEDED_ROLES.kubeconfigs) === null && (
        <VerbDialog
          key={open.verb}
          verb={open.verb}
          obstacle={open.disabledReason}
          detail={detail}
          person={person}
          signedInAt={signedInAt}
          signIn={signIn}
          onClose={() => setAct('')}
          onDone={() => done(`${name}: ${KUBECONFIG_VERBS[open.verb].done}`)}
        />
      )}
      <RevokeAllDialogs
        cluster={cluster}
        unrevoked={detail.unrevoked}
        person={person}
        href={paths.kubeconfig(name, { act: REVOKE_ALL })}
        open={act === REVOKE_ALL && all.obstacle === null}
        onClose={() => setAct('')}
        onChanged={refresh}
      />
    </>
  )
}
