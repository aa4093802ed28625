import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { languageOf, languageViolations } from './comments.ts'
import { fragmentsOf, fragmentViolations } from './fragments.ts'
import { phraseViolations } from './phrases.ts'
import { readViolations } from './reads.ts'
import { findHiddenImports, findViolations, type SourceFile } from './rules.ts'
import { sizesOf, sizeViolations } from './sizes.ts'
import { timeViolations } from './times.ts'

function filesNamed(...patterns: readonly string[]): SourceFile[] {
  const names = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z', ...patterns])
  return String(names)
    .split('\0')
    .filter(name => name !== '')
    .flatMap(name => {
      try {
        return [{ path: name, text: readFileSync(name, 'utf8') }]
      } catch {
        return [] // deleted, but still in the index
      }
    })
}

const files = filesNamed('*.ts', '*.tsx', '*.js', '*.mjs')

const { exports } = JSON.parse(readFileSync('packages/embedded-garden/package.json', 'utf8')) as {
  exports: Record<string, string>
}
const violations = [
  ...findViolations(files),
  ...findHiddenImports(files, new Set(Object.values(exports))),
  ...sizeViolations(files),
  ...fragmentViolations(files),
  ...languageViolations(files),
  ...phraseViolations([...files, ...filesNamed('*.md')]),
  ...readViolations(files),
  ...timeViolations(files),
]
for (const { file, line, message } of violations) console.error(`${file}:${line}  ${message}`)
const sizes = sizesOf(files)
const { comments, dialect } = languageOf(files)
console.log(
  `architecture: ${sizes.files} files, median ${sizes.median} lines, p90 ${sizes.p90}, largest ${sizes.largest}; ${fragmentsOf(files).length} fragments; ${dialect.length} of ${comments} comment lines in dialect; ${violations.length} violations`,
)
process.exit(violations.length === 0 ? 0 : 1)
