import { copyText, NOT_COPIED } from './copy-text.ts'
import { showToast } from './toast.ts'

/** Copies a text for what cannot say so on itself; `done` is told then, a sentence. */
export async function copyAndTell(text: string, done: string): Promise<void> {
  showToast((await copyText(text)) ? { text: done } : { text: `${NOT_COPIED}.`, failed: true })
}
