import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'

const HELP = 'Usage: some command'
const COMMAND = `
import { amountOf, commandOptions, namesOf } from './scripts/command-options.ts'
const help = '${HELP}'
const values = commandOptions(help, { kills: { type: 'string', default: '7' }, only: { type: 'string', default: 'a,b' } })
console.log(amountOf(help, '--kills', values.kills), namesOf(help, '--only', values.only, ['a', 'b', 'c']).join())`

function run(...args: string[]) {
  // A placeholder for the name of the script.
  const given = ['--input-type=module', '--eval', COMMAND, '--', 'command', ...args]
  const { status, stdout, stderr } = spawnSync(process.execPath, given, { encoding: 'utf8' })
  return [status, stdout, stderr]
}

describe('the options of a command for developers', () => {
  test.for([
    [['--only', 'a,x,y'], '--only knows no "x", "y", only a, b, c.'],
    [['--kills', '1.5'], '--kills must be a whole number from 1, not "1.5".'],
    [['--kills', '0'], '--kills must be a whole number from 1, not "0".'],
    [['--clams', '1'], "Unknown option '--clams'."],
    [['5'], "Unexpected argument '5'."],
    [['--kills'], "Option '--kills <value>' argument missing."],
  ] as const)('%j are refused with the help', ([args, sentence]) => {
    expect(run(...args)).toEqual([2, '', `${sentence}\n\n${HELP}\n`])
  })

  test('accepts valid options, and prints the help on request', () => {
    expect(run()).toEqual([0, '7 a,b\n', ''])
    expect(run('--kills', '3', '--only', 'c')).toEqual([0, '3 c\n', ''])
    expect(run('--help')).toEqual([0, `${HELP}\n`, ''])
  })
})
