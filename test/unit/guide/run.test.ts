import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runHap } from '../../cli/run-hap.ts'
import { type Command, commandsOf } from './commands.ts'
import { type Block, blocksOf, DOCUMENTS, filesOf } from './documents.ts'
import { isRun } from './groups.ts'
import { makeBin, runText } from './run-text.ts'

const folders = mkdtempSync(path.join(tmpdir(), 'hap-guide-'))
const bin = makeBin(folders)

afterAll(() => rmSync(folders, { recursive: true }))

/** A block of commands with what it prints, where the page shows that. */
interface Step {
  readonly block: Block
  readonly commands: readonly Command[]
  readonly shown: string | null
}

function stepsOf(blocks: readonly Block[]): readonly Step[] {
  return blocks.flatMap((block, place) => {
    if (block.language !== 'sh') return []
    const commands = commandsOf(block)
    const next = blocks[place + 1]
    return commands.some(isRun) ? [{ block, commands, shown: next?.language === 'text' ? next.text : null }] : []
  })
}

/** Commands on files alone need no process. */
async function runHere({ words }: Command, folder: string) {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  const files = names.map(({ parentPath, name }) => path.join(parentPath, name))
  const texts = Object.fromEntries(files.map(file => [path.relative(folder, file), readFileSync(file)]))
  const { code, out, err } = await runHap(words.slice(2), texts)
  return { code, printed: [err, out].filter(text => text !== '').join('\n') }
}

function runApart({ text }: Command, folder: string) {
  return runText(text, { folder, bin, env: { DATA_DIR: '', DATABASE_URL: '', KUBECONFIG: '' } })
}

function needsProcess({ words, text }: Command): boolean {
  return words[0] !== 'npx' || ['db', 'audit', 'doctor'].includes(words[2] ?? '') || text.includes(' > ')
}

const pages = DOCUMENTS.map(document => ({ path: document.path, blocks: blocksOf(document) }))
const runnable = pages.filter(({ blocks }) => stepsOf(blocks).length > 0)

/** A new embedded database alone takes seconds, and more on a busy machine. */
const MOST_MS = 180_000

test.each(runnable.map(({ path: name, blocks }) => [name, blocks] as const))(
  'every command of %s that needs no console ends as it says and prints what is shown',
  { timeout: MOST_MS },
  async (name, blocks) => {
    const folder = path.join(folders, name.replaceAll('/', '-'))
    cpSync('docs/examples', path.join(folder, 'docs/examples'), { recursive: true })
    for (const [file, text] of filesOf(blocks)) writeFileSync(path.join(folder, file), text)
    for (const { commands, shown } of stepsOf(blocks)) {
      const printed: string[] = []
      for (const command of commands) {
        const ran = await (needsProcess(command) ? runApart(command, folder) : runHere(command, folder))
        const fault = ran.code === command.endsWith ? '' : ran.printed
        expect({ ...command, code: ran.code, fault }).toEqual({ ...command, code: command.endsWith, fault: '' })
        printed.push(ran.printed)
      }
      const all = printed.filter(text => text !== '').join('\n')
      expect(all).not.toBe('')
      if (shown !== null) expect(all).toBe(shown.trimEnd())
    }
  },
)

test.each(pages.map(({ path: name, blocks }) => [name, blocks] as const))(
  'a block of %s is run as a whole or not at all, and no output is shown that nothing is held against',
  (_name, blocks) => {
    const steps = stepsOf(blocks)
    const mixed = steps.filter(({ commands }) => !commands.every(isRun)).map(({ block }) => block.line)
    const held = new Set(steps.map(({ block }) => blocks[blocks.indexOf(block) + 1]))
    const loose = blocks.filter(block => block.language === 'text' && !held.has(block)).map(({ line }) => line)
    expect({ mixed, loose }).toEqual({ mixed: [], loose: [] })
  },
)

test('there is much to run', () => {
  expect(runnable.flatMap(({ blocks }) => stepsOf(blocks)).length).toBeGreaterThan(12)
})
