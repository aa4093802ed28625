import { Icon } from '#components/ui/icon.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { mayActAs, ROLES, type Role, roleRefusal } from '#lib/auth/roles.ts'
import { ACTION_LABELS, ACTIONS } from '#lib/hap/actions/action.ts'

/** The permissions of each role, and whether the user has them. */
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
        {DUTIES.map(({ what, needed }) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            {ROLES.map(each => (
              <td key={each} data-wide>
                <May isAllowed={mayActAs(each, needed)} />
              </td>
            ))}
            <td data-wrap>{roleRefusal(role, needed) ?? '✓'}</td>
          </tr>
        ))}
      </SmallTable>
    </Panel>
  )
}

function May({ isAllowed }: { readonly isAllowed: boolean }) {
  if (!isAllowed) return <span className={text.faint}>—</span>
  return (
    <>
      <Icon name="check" size={14} />
      <VisuallyHidden>yes</VisuallyHidden>
    </>
  )
}

/** Permissions besides actions on bindings. The type requires a label for each new one. */
const DUTY_LABELS: Readonly<Record<keyof typeof NEEDED_ROLES, string>> = {
  look: 'View every page, simulate, export',
  claim: 'Claim and release accounts (API)',
  decide: 'Approve or refuse proposals (with the role the action requires)',
  rules: 'Publish and roll back rules',
  allowlist: 'Change allowlist and limits',
  tokens: 'Create and revoke API tokens',
  resources: 'Create Clusters; create and delete subscription requests',
  deleteCluster: 'Delete Clusters',
  bringCluster: 'Import existing Clusters',
  kubeconfigs: 'Create, rotate, revoke and delete kubeconfig requests',
  downloadKubeconfig: 'Download a kubeconfig, after a recent sign-in',
  sessions: 'View and end sessions of other users',
  landscape: 'Accept a restored or moved landscape',
}

interface Duty {
  readonly what: string
  /** The lowest sufficient role. */
  readonly needed: Role
}

const { look, claim, ...others } = DUTY_LABELS

/** All permissions with the lowest sufficient role. */
export const DUTIES: readonly Duty[] = [
  { what: look, needed: NEEDED_ROLES.look },
  { what: claim, needed: NEEDED_ROLES.claim },
  ...ACTIONS.map(action => ({
    what: `${ACTION_LABELS[action].verb}, also in bulk`,
    needed: ACTION_LABELS[action].role,
  })),
  ...(Object.keys(others) as (keyof typeof others)[]).map(name => ({ what: others[name], needed: NEEDED_ROLES[name] })),
]
