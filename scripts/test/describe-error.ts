import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

interface ReportedError {
  readonly message?: string | undefined
  readonly stack?: string | undefined
}

const FRAME = /^\s*at .*?((?:file:\/\/)?\/[^()\s]+):(\d+):\d+\)?$/gm
/** A line of a diff that is marked as expected or received. */
const CHANGED = /^\s*[-+] /
const MAX_LINES = 6
const MAX_LENGTH = 600

/**
 * The start of an error message as one line without colours, and its position in the project's files:
 * `a.ts:3, called at b.ts:9`. For a diff of two long values, only the lines that differ.
 */
export function describeError({ message = '', stack = '' }: ReportedError, root = process.cwd()): string {
  const [title = '', ...lines] = stripVTControlCharacters(message).split('\n').filter(Boolean)
  const changed = lines.filter(line => CHANGED.test(line)).map(line => line.trim())
  const details = changed.length > 0 ? changed : lines
  const text = [title, ...details.slice(0, MAX_LINES)].join(' ').slice(0, MAX_LENGTH)
  const frames = projectFrames(stripVTControlCharacters(stack), root)
  const [first] = frames
  if (first === undefined) return text
  // When a helper throws, the line of the calling test matters, too.
  const caller = frames.find(({ file }) => isTest(file))
  const calledAt = caller && !isTest(first.file) ? `, called at ${formatFrame(caller)}` : ''
  return `${text} (at ${formatFrame(first)}${calledAt})`
}

interface Frame {
  readonly file: string
  readonly line: string
}

/** The frames of a stack in files of the project, innermost first. */
function projectFrames(stack: string, root: string): readonly Frame[] {
  return [...stack.matchAll(FRAME)]
    .map(([, url = '', line = '']) => ({ file: relative(root, url.replace(/^file:\/\//, '')), line }))
    .filter(({ file }) => !file.startsWith('..') && !file.includes('node_modules/'))
}

const isTest = (file: string) => /\.(test|e2e)\.tsx?$/.test(file)
const formatFrame = ({ file, line }: Frame) => `${file}:${line}`
