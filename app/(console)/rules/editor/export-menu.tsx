import { Button } from '#components/ui/button.tsx'
import { copyAndTell } from '#components/ui/copy-and-tell.ts'
import { Menu, MenuItem, MenuLine } from '#components/ui/menu.tsx'
import { saveText } from '#components/ui/save-text.ts'
import { showToast } from '#components/ui/toast.ts'
import { evaluation } from '../evaluation/evaluation.ts'
import { useDraft } from '../use-draft.ts'

/** The draft as it is, or with the selectors of each rule as a comment: copied, or as a file. */
export function ExportMenu() {
  const { text, checked } = useDraft()
  const obstacle = checked?.text === text && checked.valid ? null : 'Correct the errors first.'
  const annotated = async (take: (written: string) => unknown) => {
    const written = await evaluation.ask('annotate', { draft: checked?.id ?? '' }).catch(() => undefined)
    // Four rules have no room for selectors.
    if (written === undefined)
      showToast({ text: 'Not exported: the console is not responding. Try it again.', failed: true })
    else take(written ?? text)
  }
  const copy = (copied: string) => copyAndTell(copied, 'The rules were copied.')
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
      <MenuItem disabledReason={obstacle} onSelect={() => void annotated(copy)}>
        Copy with selectors
      </MenuItem>
      <MenuLine />
      <MenuItem onSelect={() => saveText(name, text)}>{`Download ${name}`}</MenuItem>
      <MenuItem disabledReason={obstacle} onSelect={() => void annotated(content => saveText(name, content))}>
        Download with selectors
      </MenuItem>
    </Menu>
  )
}
