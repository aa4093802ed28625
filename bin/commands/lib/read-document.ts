import { decodeText, MAX_FILE_BYTES } from '#lib/rules-file/decode-text.ts'
import type { FileProblem } from '#lib/rules-file/file-problem.ts'
import { parseYaml } from '#lib/rules-file/parse-yaml.ts'
import { type Io, UsageError } from '../../command.ts'

/** Parses a YAML or JSON file as strictly as rules. Throws UsageError with all problems and their positions. */
export async function readDocument(file: string, io: Io): Promise<unknown> {
  return parsed(file, decoded(file, await io.read(file, MAX_FILE_BYTES), MAX_FILE_BYTES))
}

/** The same for a file of any size: what kubectl prints of a landscape is far too much for a YAML parser when it is JSON. */
export async function readLargeDocument(file: string, io: Io): Promise<unknown> {
  const text = decoded(file, await io.read(file), Number.POSITIVE_INFINITY)
  const isLarge = text.length > MAX_FILE_BYTES
  return isLarge && /^\s*[{[]/.test(text) ? parsedJson(file, text) : parsed(file, text, Number.POSITIVE_INFINITY)
}

function decoded(file: string, bytes: Uint8Array, most: number): string {
  const result = decodeText(bytes, most)
  if ('problem' in result) throw refused(file, [result.problem])
  return result.text
}

function parsed(file: string, text: string, mostTokens?: number): unknown {
  const yaml = parseYaml(text, mostTokens)
  if ('problems' in yaml) throw refused(file, yaml.problems)
  return yaml.value
}

function parsedJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`${file} is not JSON: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

/** What is wrong with a file, and where, as an error of usage. */
export function refused(file: string, problems: readonly FileProblem[]): UsageError {
  const sentences = problems.map(({ message, hint, place }) => {
    return `${place ? `${file}:${place.line}:${place.column}` : file}: ${message} ${hint}`
  })
  return new UsageError(sentences.join('\n'))
}
