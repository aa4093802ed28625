/** The message when the browser denies access to the clipboard. */
export const NOT_COPIED = 'Not copied: the browser does not allow it'

/** Copies a text. Out: whether the browser allowed it; without a secure context there is no clipboard. */
export async function copyText(text: string | Promise<string>): Promise<boolean> {
  try {
    if (typeof text === 'string') await navigator.clipboard.writeText(text)
    // Some browsers allow it only while the button is being pressed; a text that comes later has to be announced then.
    else await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text.then(asBlob) })])
    return true
  } catch {
    return false
  }
}

function asBlob(text: string): Blob {
  return new Blob([text], { type: 'text/plain' })
}
