/** Saves a text as a file, as a download link does. */
export function saveText(name: string, text: string, type = 'text/yaml'): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
