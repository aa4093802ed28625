import { readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { filledPlace, folder, newPlace } from './command-kit.ts'
import { runCommand } from './run-command.ts'

let filled: Readonly<Record<string, string>> = {}
beforeAll(async () => {
  filled = await filledPlace()
})

test('dump and restore copy a database', async () => {
  const file = path.join(folder(), 'dump.ndjson')
  expect(await runCommand(['db', 'dump', file], filled)).toMatchObject({ code: 0, out: '' })
  expect(statSync(file).mode & 0o777).toBe(0o600)

  const target = await newPlace()
  const restored = await runCommand(['db', 'restore', file], target)
  expect(restored).toMatchObject({ code: 0, err: expect.stringMatching(/^Restored \d+ rows of 20/) })

  const again = await runCommand(['db', 'dump'], target)
  const rows = (text: string) => text.trimEnd().split('\n').slice(1, -1)
  const [before, after] = [rows(readFileSync(file, 'utf8')), rows(again.out)]
  expect(before.length).toBeGreaterThan(12)
  // The audit log of the target also records the restore, so it ends elsewhere; all other rows are equal.
  const gone = before.filter(line => !after.includes(line))
  const come = after.filter(line => !before.includes(line)).map(line => JSON.parse(line))
  expect(gone.map(line => JSON.parse(line))).toEqual([{ id: 1, seq: 2, hash: expect.any(String) }])
  expect(after.length).toBe(before.length + 3)
  expect(come).toHaveLength(4)
  expect(come).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: 1, seq: 4 }),
      expect.objectContaining({ intent_seq: 3, outcome: 'accepted', outcome_seq: 4 }),
      expect.objectContaining({ seq: 3, actor: 'hap db restore', action: 'restore', targets: ['Database'] }),
      expect.objectContaining({
        seq: 4,
        outcome: 'accepted',
        detail: expect.stringContaining('up to 2 are from the dump'),
      }),
    ]),
  )
  expect(await runCommand(['audit', 'verify'], target)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^4 entries/),
  })

  const refused = await runCommand(['db', 'restore', file], target)
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('into an empty one only') })
})

test('verify prints the last valid entry, and compares it with --expect', async () => {
  const verified = await runCommand(['audit', 'verify'], filled)
  expect(verified).toMatchObject({ code: 0, err: '' })
  const noted = /Last entry: (2:[0-9a-f]{64})/.exec(verified.out)?.[1] ?? ''
  expect(await runCommand(['audit', 'verify', '--expect', noted], filled)).toMatchObject({ code: 0 })
  const other = `3:${noted.slice(2)}`
  expect(await runCommand(['audit', 'verify', '--expect', other], filled)).toMatchObject({
    code: 1,
    err: expect.stringContaining('Entry 3: The entry is missing'),
  })
  const json = await runCommand(['audit', 'verify', '--json', '--expect', other], filled)
  expect(json).toMatchObject({ code: 1, err: '' })
  expect(JSON.parse(json.out)).toMatchObject({ ok: false, seq: '3' })
})

test.each([
  ['a file that is not there', ['db', 'restore', '/nowhere/dump'], 2, 'there is no such file'],
  ['another word', ['db', 'drop'], 2, 'there is no "db drop"'],
  ['an entry that is none', ['audit', 'verify', '--expect', '5'], 2, 'NUMBER:HASH'],
])('%s is an error in words', async (_, args, code, message) => {
  expect(await runCommand(args, filled)).toMatchObject({ code, err: expect.stringContaining(message) })
})

test('restore leaves the database unchanged when the file is not a dump', async () => {
  const file = path.join(folder(), 'dump')
  writeFileSync(file, 'hello\n')
  expect(await runCommand(['db', 'restore', file], await newPlace())).toMatchObject({
    code: 1,
    err: 'This is not a dump made by "hap db dump", or it is from a newer version.\n',
  })
})
