import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect } from 'vitest'
import { runHap } from '../../cli/run-hap.ts'
import { type Command, commandsOf } from './commands.ts'
import { type Block, blocksOf, DOCUMENTS, filesOf } from './documents.ts'
import { isRun } from './groups.ts'
import { makeBin, runText } from './run-text.ts'

/** A block of commands, with its output if the page shows that. */
interface Step {
  readonly block: Block
  readonly commands: readonly Command[]
  readonly shown: string | null
}

export const PAGES = DOCUMENTS.map(document => ({ path: document.path, blocks: blocksOf(document) }))

/** The blocks of a page that tests can run. */
export function stepsOf(blocks: readonly Block[]): readonly Step[] {
  return blocks.flatMap((block, place) => {
    if (block.language !== 'sh') return []
    const commands = commandsOf(block)
    const next = blocks[place + 1]
    return commands.some(isRun) ? [{ block, commands, shown: next?.language === 'text' ? next.text : null }] : []
  })
}

/** Pages with commands that tests can run: those that create a database, or the others. */
export function pagesToRun({
  makingDatabases,
}: {
  makingDatabases: boolean
}): [name: string, blocks: readonly Block[]][] {
  return PAGES.filter(({ blocks }) => {
    const commands = stepsOf(blocks).flatMap(step => step.commands)
    return commands.length > 0 && commands.some(({ text }) => /\bhap (db|audit)\b/.test(text)) === makingDatabases
  }).map(({ path: name, blocks }) => [name, blocks])
}

function needsProcess({ words, text }: Command): boolean {
  return words[0] !== 'npx' || ['db', 'audit', 'doctor'].includes(words[2] ?? '') || text.includes(' > ')
}

/** Runs the commands of a page in a new folder, and compares their output with the page. */
export function pageRunner(): (name: string, blocks: readonly Block[]) => Promise<void> {
  const folders = mkdtempSync(path.join(tmpdir(), 'hap-guide-'))
  const bin = makeBin(folders)
  afterAll(() => rmSync(folders, { recursive: true }))
  return async (name, blocks) => {
    const folder = path.join(folders, name.replaceAll('/', '-'))
    cpSync('docs/examples', path.join(folder, 'docs/examples'), { recursive: true })
    for (const [file, text] of filesOf(blocks)) writeFileSync(path.join(folder, file), text)
    for (const { commands, shown } of stepsOf(blocks)) {
      const printed: string[] = []
      for (const command of commands) {
        const ran = await (needsProcess(command) ? runApart(command, folder, bin) : runHere(command, folder))
        const fault = ran.code === command.exitCode ? '' : ran.printed
        expect({ ...command, code: ran.code, fault }).toEqual({ ...command, code: command.exitCode, fault: '' })
        printed.push(ran.printed)
      }
      const all = printed.filter(text => text !== '').join('\n')
      expect(all).not.toBe('')
      if (shown !== null) expect(all).toBe(shown.trimEnd())
    }
  }
}

/** Runs commands that only use files, without a process. */
async function runHere({ words }: Command, folder: string) {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  const files = names.map(({ parentPath, name }) => path.join(parentPath, name))
  const texts = Object.fromEntries(files.map(file => [path.relative(folder, file), readFileSync(file)]))
  const { code, out, err } = await runHap(words.slice(2), texts)
  return { code, printed: [err, out].filter(text => text !== '').join('\n') }
}

function runApart({ text }: Command, folder: string, bin: string) {
  return runText(text, { folder, bin, env: { DATA_DIR: '', DATABASE_URL: '', KUBECONFIG: '' } })
}
