/** Saves a blob as a file, as a download link does. */
export function saveBlob(name: string, blob: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

/** Saves a text as a file, as a download link does. */
export function saveText(name: string, text: string, type = 'text/yaml'): void {
  saveBlob(name, new Blob([text], { type }))
}

/** Downloads the file of an address, as a download link does. */
export function saveFile(href: string): void {
  const link = document.createElement('a')
  link.href = href
  link.download = ''
  link.click()
}
