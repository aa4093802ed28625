import { saveBlob } from './save-blob.ts'

/** Saves a text as a file, as a download link does. */
export function saveText(name: string, text: string, type = 'text/yaml'): void {
  saveBlob(name, new Blob([text], { type }))
}
