/** Saves what an address answers, as a download link does. */
export function saveFile(href: string): void {
  const link = document.createElement('a')
  link.href = href
  link.download = ''
  link.click()
}
