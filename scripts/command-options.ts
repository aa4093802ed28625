import { type ParseArgsConfig, parseArgs } from 'node:util'

type Options = NonNullable<ParseArgsConfig['options']>

/**
 * Parses the options of a developer command. `--help` prints the help and exits with 0; an unknown option, or one without its
 * value, prints an error and the help and exits with 2.
 */
export function commandOptions<const Given extends Options>(help: string, options: Given) {
  const args = process.argv.slice(2)
  if (args.includes('--help')) {
    console.log(help)
    process.exit(0)
  }
  try {
    return parseArgs({ args, options }).values
  } catch (error) {
    const [sentence = ''] = (error instanceof Error ? error.message : '').split('. ')
    return refuse(`${sentence.replace(/\.$/, '')}.`, help)
  }
}

/** Prints the error and the help, and exits with 2. */
export function refuse(sentence: string, help: string): never {
  console.error(`${sentence}\n\n${help}`)
  process.exit(2)
}

/** A whole number from 1. */
export function amountOf(help: string, option: string, text: string): number {
  const amount = Number(text)
  if (Number.isSafeInteger(amount) && amount > 0) return amount
  return refuse(`${option} must be a whole number from 1, not "${text}".`, help)
}

/** Parses names separated by commas; each must be one of `known`. */
export function namesOf(help: string, option: string, text: string, known: readonly string[]): readonly string[] {
  const names = text.split(',')
  const unknown = names.filter(name => !known.includes(name))
  if (unknown.length === 0) return names
  return refuse(`${option} knows no ${unknown.map(name => `"${name}"`).join(', ')}, only ${known.join(', ')}.`, help)
}
