import { Icon } from '#components/ui/icon.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { mayActAs, ROLES, type Role, roleObstacle } from '#lib/auth/roles.ts'
import { ACTION_WORDS, ACTIONS } from '#lib/hap/actions/action.ts'

/** What people do, and the least role for it. */
const DUTIES: readonly (readonly [what: string, needed: Role])[] = [
  ['View every page, simulate, export', NEEDED_ROLES.look],
  ['Claim and release accounts (API)', NEEDED_ROLES.claim],
  ...ACTIONS.map(action => [`${ACTION_WORDS[action].verb}, also in bulk`, ACTION_WORDS[action].role] as const),
  ['Change allowlist and limits', NEEDED_ROLES.allowlist],
  ['Create and revoke API tokens', NEEDED_ROLES.tokens],
  ['Create Clusters and subscription requests, delete the latter', NEEDED_ROLES.resources],
  ['Delete Clusters', NEEDED_ROLES.deleteCluster],
  ['Create, rotate, revoke and delete kubeconfig requests', NEEDED_ROLES.kubeconfigs],
  ['Download a kubeconfig, after a recent sign-in', NEEDED_ROLES.downloadKubeconfig],
  ['See and end sessions of others', NEEDED_ROLES.sessions],
]

/** Which role may do what, and what that means for whoever looks. */
export function DutiesPanel({ role }: { readonly role: Role }) {
  return (
    <Panel title="Permissions" aside={`your role: ${role}`}>
      <SmallTable
        label="Permissions"
        columns={[
          { header: 'Action' },
          ...ROLES.map(header => ({ header, width: 88, wide: true })),
          { header: 'You', width: 232 },
        ]}
      >
        {DUTIES.map(([what, needed]) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            {ROLES.map(each => (
              <td key={each} data-wide>
                <May isAllowed={mayActAs(each, needed)} />
              </td>
            ))}
            <td data-wrap>{roleObstacle(role, needed) ?? 'You may.'}</td>
          </tr>
        ))}
      </SmallTable>
    </Panel>
  )
}

function May({ isAllowed }: { readonly isAllowed: boolean }) {
  if (!isAllowed) return <span className={text.faint}>no</span>
  return (
    <>
      <Icon name="check" size={14} />
      <VisuallyHidden>yes</VisuallyHidden>
    </>
  )
}
