import { copyText } from '#components/ui/copy-text.ts'
import { showToast } from '#components/ui/toast.ts'
import type { Command } from './command.ts'

/** Copies `text`, which is `what` of what is open: "name", "id". */
export function copyCommand(what: string, text: string): Command {
  const run = async () => {
    const done = await copyText(text)
    showToast(done ? { text: `Copied ${text}.` } : { text: 'Not copied: the browser does not allow it.' })
  }
  return { id: `copy ${what}`, label: `Copy ${what}`, icon: 'copy', detail: text, act: { run: () => void run() } }
}
