import { copyText, NOT_COPIED } from './copy-text.ts'
import { showToast } from './toast.ts'

/** Copies a text and shows a toast with the sentence `done`, for controls without a confirmation inside. */
export async function copyAndTell(text: string, done: string): Promise<void> {
  showToast((await copyText(text)) ? { text: done } : { text: `${NOT_COPIED}.`, failed: true })
}
