import { Button } from '#components/ui/button.tsx'
import { copyText } from '#components/ui/copy-text.ts'
import { Menu, MenuItem, MenuLine } from '#components/ui/menu.tsx'
import { saveText } from '#components/ui/save-text.ts'
import { showToast } from '#components/ui/toast.ts'
import { planTable } from '#lib/hap/plans/plan.ts'
import { useDraft } from '../use-draft.ts'

/** The draft as it is, or with the selectors of each rule as a comment: copied, or as a file. */
export function ExportMenu() {
  const { text, checked, inForce } = useDraft()
  const ruleset = checked?.text === text ? checked.ruleset : null
  const obstacle = ruleset === null ? 'Correct the errors first.' : null
  const annotated = async () => {
    const { withSelectors } = await import('#lib/rules-file/with-selectors.ts')
    return (ruleset && withSelectors(text, ruleset, planTable(inForce.plans, inForce.requiredPlans))) ?? text
  }
  const copy = async (copied: string) => {
    const done = await copyText(copied)
    showToast({ text: done ? 'The rules were copied.' : 'Not copied: the browser does not allow it.' })
  }
  const name = text.trimStart().startsWith('{') || text.trimStart().startsWith('[') ? 'values.json' : 'values.yaml'
  return (
    <Menu
      label="Export"
      align="end"
      trigger={props => (
        <Button size="small" look="ghost" {...props}>
          Export
        </Button>
      )}
    >
      <MenuItem onSelect={() => void copy(text)}>Copy</MenuItem>
      <MenuItem disabledReason={obstacle} onSelect={() => void annotated().then(copy)}>
        Copy with selectors
      </MenuItem>
      <MenuLine />
      <MenuItem onSelect={() => saveText(name, text)}>{`Download ${name}`}</MenuItem>
      <MenuItem disabledReason={obstacle} onSelect={() => void annotated().then(content => saveText(name, content))}>
        Download with selectors
      </MenuItem>
    </Menu>
  )
}
