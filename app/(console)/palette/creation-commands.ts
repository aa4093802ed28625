import type { Command } from '#components/palette/commands.ts'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { type Role, roleRefusal } from '#lib/auth/roles.ts'
import { paths } from '#lib/paths.ts'

const FORMS = [
  { label: 'New Cluster', tab: 'clusters', needed: NEEDED_ROLES.resources },
  { label: 'New subscription request', tab: 'subscription-requests', needed: NEEDED_ROLES.resources },
  { label: 'New kubeconfig request', tab: 'kubeconfigs', needed: NEEDED_ROLES.kubeconfigs },
] as const

/** Commands that open the operators' create forms from any page. */
export function creationCommands(role: Role): readonly Command[] {
  return FORMS.map(({ label, tab, needed }) => ({
    id: `create ${tab}`,
    label,
    icon: 'operators',
    also: [`create ${tab}`],
    disabledReason: roleRefusal(role, needed),
    act: { href: paths.operators(tab, { act: 'create' }) },
  }))
}
