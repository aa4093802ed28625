import { copyAndTell } from '#components/ui/copy-and-tell.ts'
import type { Command } from './command.ts'

/** Copies `text`, which is `what` of what is open: "name", "id". */
export function copyCommand(what: string, text: string): Command {
  return {
    id: `copy ${what}`,
    label: `Copy ${what}`,
    icon: 'copy',
    detail: text,
    act: { run: () => void copyAndTell(text, `Copied ${text}.`) },
  }
}
