import { type ParseArgsConfig, parseArgs } from 'node:util'
import { SEMANTICS, type Semantics } from '#lib/hap/semantics.ts'
import { UsageError } from '../../command.ts'

type Options = NonNullable<ParseArgsConfig['options']>

/** Options and file names of a command. Throws UsageError for an unknown option, or another number of files. */
export function parseOptions<Given extends Options>(
  args: readonly string[],
  options: Given,
  files: { readonly least: number; readonly most: number },
) {
  const { values, positionals } = parse(args, options)
  if (positionals.length < files.least) throw new UsageError('a file name is missing; "-" reads the standard input.')
  const [first] = positionals
  if (files.most === 0 && first !== undefined)
    throw new UsageError(`"${first}" is not expected: the command takes options only.`)
  if (positionals.length > files.most) throw new UsageError(`"${positionals[files.most]}" is one file name too many.`)
  if (positionals.filter(file => file === '-').length > 1)
    throw new UsageError('only one file can be the standard input.')
  return { values, files: positionals }
}

/**
 * Options of a command and the one name it takes; `what` that is, as "id of a claim". Throws UsageError for an unknown option, or another
 * number of names.
 */
export function parseNamed<Given extends Options>(args: readonly string[], options: Given, what: string) {
  const { values, positionals } = parse(args, options)
  const [name, extra] = positionals
  if (name === undefined || name.trim() === '') throw new UsageError(`the ${what} is missing.`)
  // In an address they would lead elsewhere.
  if (name === '.' || name === '..') throw new UsageError(`"${name}" is no ${what}.`)
  if (extra !== undefined) throw new UsageError(`one ${what} is expected; "${extra}" is one too many.`)
  return { values, name }
}

function parse<Given extends Options>(args: readonly string[], options: Given) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    const [sentence = ''] = (error instanceof Error ? error.message : '').split('. ')
    throw new UsageError(`${sentence.replace(/\.$/, '')}.`)
  }
}

export function semanticsOf(text: string | undefined): Semantics {
  const found = SEMANTICS.find(name => name === (text ?? 'documented'))
  if (!found) throw new UsageError(`--semantics takes ${SEMANTICS.join(' or ')}, not "${text}".`)
  return found
}

/** A list in one argument, separated by commas; null when it was not given. */
export function listOf(text: string | undefined): readonly string[] | null {
  if (text === undefined) return null
  return text
    .split(',')
    .map(item => item.trim())
    .filter(item => item !== '')
}
