import { copyWithToast } from '#components/ui/copy-button.tsx'
import type { Command } from './commands.ts'

/** A command that copies a property of the open object. `what` names it: "name", "id". */
export function copyCommand(what: string, text: string): Command {
  return {
    id: `copy ${what}`,
    label: `Copy ${what}`,
    icon: 'copy',
    detail: text,
    act: { run: () => void copyWithToast(text, `Copied ${text}.`) },
  }
}
