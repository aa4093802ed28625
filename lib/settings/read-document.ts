import { buildFileFinding } from '#lib/rules-file/check-rules-file.ts'
import { decodeText } from '#lib/rules-file/decode-text.ts'
import { Lines } from '#lib/rules-file/file-problem.ts'
import { parseYaml } from '#lib/rules-file/parse-yaml.ts'
import { errorFinding, type FileReport, failedReport } from './file-report.ts'
import { readSettingsFile } from './read-file.ts'

/** A YAML or JSON settings file, read by the engine's reader for its content. */
export function readDocument<Value>(
  file: string,
  variable: string,
  read: (document: unknown) => { readonly value: Value } | { readonly problems: readonly string[] },
): FileReport<Value> {
  const bytes = readSettingsFile(file, variable)
  if ('finding' in bytes) return failedReport(file, [bytes.finding])
  const decoded = decodeText(bytes.bytes)
  if ('problem' in decoded) return failedReport(file, [buildFileFinding('error', decoded.problem)])
  const lines = new Lines(decoded.text)
  const yaml = parseYaml(decoded.text)
  if ('problems' in yaml) {
    return failedReport(
      file,
      yaml.problems.map(problem => buildFileFinding('error', problem)),
      lines,
    )
  }
  const result = read(yaml.value)
  if ('value' in result) return { file, value: result.value, findings: [], lines }
  return failedReport(
    file,
    result.problems.map(message => errorFinding(message, null)),
    lines,
  )
}
