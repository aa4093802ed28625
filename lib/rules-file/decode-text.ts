import { type FileProblem, Lines } from './file-problem.ts'

/** Limit of a ConfigMap; a rules file has some kilobytes. Readers may stop one byte above it. */
export const MAX_FILE_BYTES = 1 << 20

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters distinguish binary data from text
const BINARY = /[\x00-\x08\x0e-\x1f]/

/** Decodes a file as UTF-8 and strips the byte order mark. `maxBytes` is its limit. */
export function decodeText(
  bytes: Uint8Array,
  maxBytes = MAX_FILE_BYTES,
): { readonly text: string } | { readonly problem: FileProblem } {
  if (bytes.length > maxBytes)
    return problem(
      `The file has more than ${maxBytes} bytes.`,
      'Check that it is the right file: a real one is far smaller.',
    )
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    return problem('The file is UTF-16.', 'Save it as UTF-8.')
  }
  const whole = decodeUtf8(bytes)
  const text = whole ?? new TextDecoder('utf-8').decode(bytes)
  const place = (offset: number) => new Lines(text).placeOf(offset)
  const binary = BINARY.exec(text)
  if (binary) return problem('The file is binary.', 'Give a YAML or JSON file.', place(binary.index))
  if (whole === null) return problem('The file is not UTF-8.', 'Save it as UTF-8.', place(text.indexOf('\ufffd')))
  return { text }
}

/** Returns null for bytes that are not UTF-8. */
function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

function problem(message: string, hint: string, place: FileProblem['place'] = null): { readonly problem: FileProblem } {
  return { problem: { message, hint, place } }
}
