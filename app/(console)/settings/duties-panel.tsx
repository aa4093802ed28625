import { Icon } from '#components/ui/icon.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx'
import { mayActAs, ROLES, type Role, roleRefusal } from '#lib/auth/roles.ts'
import { DUTIES } from './duties.ts'

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
            <td data-wrap>{roleRefusal(role, needed) ?? 'You may.'}</td>
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
