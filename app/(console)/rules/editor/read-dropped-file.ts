import { decodeText, MOST_BYTES } from '#lib/rules-file/decode-text.ts'

type DroppedFile = { readonly text: string } | { readonly problem: string }

/** The text of a file somebody chose, as the editor takes it: no byte order mark, lines ended by \n. Else why not, in words. */
export async function readDroppedFile(file: Pick<File, 'name' | 'size' | 'arrayBuffer'>): Promise<DroppedFile> {
  if (file.size > MOST_BYTES) {
    const size = `${(file.size / 1_000_000).toLocaleString('en', { maximumFractionDigits: 1 })} MB`
    return { problem: `${file.name} has ${size}; at most 1 MB is read. Check that it is the right file.` }
  }
  const bytes = await file.arrayBuffer().catch(() => null)
  if (bytes === null) return { problem: `${file.name} could not be read. Choose it again, or paste its text.` }
  const decoded = decodeText(new Uint8Array(bytes))
  if ('problem' in decoded) return { problem: `${file.name}: ${decoded.problem.message} ${decoded.problem.hint}` }
  if (decoded.text.trim() === '') return { problem: `${file.name} is empty.` }
  return { text: decoded.text.replaceAll(/\r\n?/g, '\n') }
}
