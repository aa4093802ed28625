import { type FileProblem, Lines } from './file-problem.ts'

/** What a ConfigMap can hold; a rule file has some kilobytes. Who reads a file need not read more than this and one byte. */
export const MOST_BYTES = 1 << 20

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells binary data from text
const BINARY = /[\x00-\x08\x0e-\x1f]/

/** The text of a file in UTF-8, without a byte order mark. */
export function decodeText(bytes: Uint8Array): { readonly text: string } | { readonly problem: FileProblem } {
  if (bytes.length > MOST_BYTES) {
    return problem(`The file has more than ${MOST_BYTES} bytes.`, 'Give the file that holds the rules.')
  }
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    return problem('The file is UTF-16.', 'Save it as UTF-8.')
  }
  const text = new TextDecoder('utf-8').decode(bytes)
  const lines = new Lines(text)
  const binary = BINARY.exec(text)
  if (binary) return problem('The file is binary.', 'Give a YAML or JSON file.', lines.placeOf(binary.index))
  const broken = isUtf8(bytes) ? -1 : text.indexOf('\ufffd')
  if (broken >= 0) return problem('The file is not UTF-8.', 'Save it as UTF-8.', lines.placeOf(broken))
  return { text }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

function problem(message: string, hint: string, place: FileProblem['place'] = null): { readonly problem: FileProblem } {
  return { problem: { message, hint, place } }
}
