import { TAB_LABELS } from '#components/shell/nav-items.ts'
import { TabLinks } from '#components/ui/tabs.tsx'
import { type OperatorsTab, paths } from '#lib/paths.ts'

const TABS = (Object.keys(TAB_LABELS) as OperatorsTab[]).map(tab => ({
  label: TAB_LABELS[tab],
  href: paths.operators(tab),
}))

/** Tab links between the pages of the operators. */
export function OperatorsTabs({ tab }: { readonly tab: OperatorsTab }) {
  return <TabLinks label="Operators" tabs={TABS} current={paths.operators(tab)} />
}
