import type { Block } from './documents.ts'

/** One command of a shell block. */
export interface Command {
  readonly place: string
  /** The command on one line, without its comment. */
  readonly text: string
  /** Variables that are set for this command, or for the commands after it. */
  readonly variables: readonly string[]
  /** The program and its arguments, without quotes; empty when only variables are set. */
  readonly words: readonly string[]
  /** The exit code in the comment `# exits with N`. */
  readonly exitCode: number
}

const WORD = /(?:'[^']*'|"[^"]*"|[^\s'"|&;])+/g

/** The commands of a shell block. Throws for syntax that the test does not support: substitutions, and commands within words. */
export function commandsOf({ document, line, text }: Block): readonly Command[] {
  const joined = text.replaceAll(/\\\n\s*/g, ' ')
  return joined.split('\n').flatMap((whole, offset) => {
    const place = `${document}:${line + offset}`
    const [code = '', remark = ''] = whole.split(/(?:^|\s)# /)
    if (/\$\(|[^\\]`/.test(code)) throw new Error(`${place}: a command within a command cannot be followed: ${code}`)
    const exitCode = Number(/^exits with (\d)/.exec(remark.trim())?.[1] ?? 0)
    return code
      .split(/\s(?:&&|\|)\s/)
      .map(part => part.trim())
      .filter(part => part !== '')
      .map(part => ({ place, text: part, exitCode, ...partsOf(part) }))
  })
}

function partsOf(text: string): Pick<Command, 'variables' | 'words'> {
  const [body = ''] = text.split(/\s>\s/)
  const words = body.match(WORD) ?? []
  const exported = words[0] === 'export' ? words.slice(1) : words
  const first = exported.findIndex(word => !/^[A-Z_]+=/.test(word))
  const count = first < 0 ? exported.length : first
  return {
    variables: exported.slice(0, count).map(word => word.replace(/=.*$/s, '')),
    words: exported.slice(count).map(word => word.replaceAll(/['"]/g, '')),
  }
}
