import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { compactJournal, JournalError, openJournal } from './journal.ts'
import type { JournalRecord } from './journal-record.ts'

// Processes and timers are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const folder = mkdtempSync(path.join(tmpdir(), 'hap-journal-'))
let files = 0

afterAll(() => rmSync(folder, { recursive: true }))

function newFile(): string {
  files++
  return path.join(folder, `${files}.log`)
}

function record(revision: number, text = 'x'): JournalRecord {
  return { revision, resource: 'configmaps', key: 'n/a', bytes: Buffer.from(JSON.stringify({ text })) }
}

/** The versions in the file, and the file opened for more. */
function open(file: string) {
  const { journal, records } = openJournal(file)
  return { journal, revisions: [...records].map(each => each.revision) }
}

function write(file: string, revisions: readonly number[]): void {
  const { journal } = open(file)
  for (const revision of revisions) journal.append([record(revision)])
  journal.close()
}

describe('the journal', () => {
  test('contains the appended records after closing', () => {
    const file = newFile()
    write(file, [1, 2, 3])
    expect(open(file).revisions).toEqual([1, 2, 3])
  })

  test('truncates a torn record at every length, and continues after the last whole one', () => {
    const file = newFile()
    write(file, [1, 2])
    const whole = readFileSync(file)
    for (let length = whole.length - 1; length > whole.length / 2; length--) {
      writeFileSync(file, whole.subarray(0, length))
      const { journal, revisions } = open(file)
      expect(revisions).toEqual([1])
      journal.append([record(7)])
      journal.close()
      expect(open(file).revisions).toEqual([1, 7])
    }
    expect(existsSync(`${file}.damaged`)).toBe(false)
  })

  test('copies damaged records aside, reports them, and reads the rest', () => {
    const file = newFile()
    write(file, [1, 2, 3])
    const data = readFileSync(file)
    const at = data.indexOf(' 2 configmaps')
    data[at + 20] = (data[at + 20] ?? 0) ^ 1
    writeFileSync(file, data)
    const lines: string[] = []
    const { journal, records } = openJournal(file, { beforeWrite: () => {}, report: line => lines.push(line) })
    expect([...records].map(({ revision, bytes }) => [revision, bytes !== null])).toEqual([
      [1, true],
      [2, false],
      [3, true],
    ])
    expect(journal.isDamaged).toBe(true)
    journal.close()
    const line = data.subarray(data.lastIndexOf('\n', at) + 1, data.indexOf('\n', at) + 1)
    expect(readFileSync(`${file}.damaged`)).toEqual(line)
    expect(lines).toEqual([expect.stringContaining(`${line.length} of its bytes cannot be read`)])
  })

  test('is not opened if it is damaged completely', () => {
    const file = newFile()
    writeFileSync(file, 'no record\n')
    expect(() => openJournal(file)).toThrow(/can be read.*hap garden reset/)
  })

  test('writes nothing once this process must not write', () => {
    const file = newFile()
    write(file, [1])
    const before = readFileSync(file)
    let held = true
    const place = {
      beforeWrite: () => {
        if (!held) throw new Error('lost')
      },
      report: () => {},
    }
    const { journal } = openJournal(file, place)
    held = false
    expect(() => journal.append([record(2)])).toThrow('lost')
    expect(() => compactJournal(file, [record(2)], place)).toThrow('lost')
    journal.close()
    expect(readFileSync(file)).toEqual(before)
  })

  test('is compacted atomically: an unfinished compaction is discarded', () => {
    const file = newFile()
    write(file, [1, 2, 3])
    appendFileSync(`${file}.new`, 'half a compac')
    expect(open(file).revisions).toEqual([1, 2, 3])
    expect(existsSync(`${file}.new`)).toBe(false)
    const journal = compactJournal(file, [record(9)])
    journal.append([record(10)])
    journal.close()
    expect(open(file).revisions).toEqual([9, 10])
  })

  test('keeps the old file if a compaction runs out of space', () => {
    const file = newFile()
    write(file, [1, 2])
    const records = function* () {
      yield record(9)
      throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
    }
    expect(() => compactJournal(file, records())).toThrow(JournalError)
    expect(existsSync(`${file}.new`)).toBe(false)
    expect(open(file).revisions).toEqual([1, 2])
  })

  test.skipIf(process.platform !== 'linux')('a full disk is a JournalError', () => {
    const { journal } = openJournal('/dev/full')
    expect(() => journal.append([record(1)])).toThrow(JournalError)
    // A partial record may be in the file and cannot be removed, so nothing may follow.
    expect(() => journal.append([record(2)])).toThrow(JournalError)
  })

  test('contains only whole records after a write that the file system refuses half-way', () => {
    const file = newFile()
    const refused = inChild(
      `const { journal, records } = openJournal(process.argv[1])
       for (const one of records) throw new Error('the file is new: ' + one)
       let refused = 0
       for (let revision = 1; revision <= 40; revision++) {
         const bytes = Buffer.from(JSON.stringify({ text: 'x'.repeat(revision % 4 === 0 ? 10 : 6000) }))
         try { journal.append([{ revision, resource: 'r', key: 'k', bytes }]) } catch (error) {
           if (error.name !== 'JournalError') throw error
           refused++
         }
       }
       console.log(refused)`,
      file,
      // Maximum blocks of a file, of 512 or 1,024 bytes.
      'ulimit -f 64; ',
    )
    expect(Number(refused)).toBeGreaterThan(0)
    const { revisions } = open(file)
    expect(revisions.length).toBe(40 - Number(refused))
    // Small records still fit after a large one failed.
    expect(revisions).toContain(40)
  })

  test('loses no appended record by kill -9', async () => {
    const file = newFile()
    const child = spawn(process.execPath, [
      '--input-type=module',
      '-e',
      `${IMPORT}
      const { journal, records } = openJournal(process.argv[1])
      for (const one of records) throw new Error('the file is new: ' + one)
      for (let revision = 1; ; revision++) {
        journal.append([{ revision, resource: 'r', key: 'k', bytes: Buffer.from('{}') }])
        process.stdout.write(revision + '\\n')
        await new Promise(resolve => setImmediate(resolve))
      }`,
      file,
    ])
    let said = ''
    child.stdout.on('data', (text: Buffer) => {
      said += text.toString()
      if (said.length > 2_000) child.kill('SIGKILL')
    })
    await once(child, 'exit')
    const last = Number(said.trimEnd().split('\n').at(-1))
    const { revisions } = open(file)
    expect(revisions.length).toBeGreaterThanOrEqual(last - 1)
    expect(revisions).toEqual(Array.from({ length: revisions.length }, (_, i) => i + 1))
  })

  test('an empty file and a missing one are an empty journal', () => {
    const file = newFile()
    expect(open(file).revisions).toEqual([])
    truncateSync(file)
    expect(open(file).revisions).toEqual([])
  })
})

const IMPORT = `import { openJournal } from ${JSON.stringify(path.join(import.meta.dirname, 'journal.ts'))};`

/** Runs a script in a separate process with shell limits; returns its output. */
function inChild(script: string, file: string, limits: string): string {
  const command = `${limits}exec "$0" --input-type=module -e "$1" "$2"`
  return execFileSync('sh', ['-c', command, process.execPath, IMPORT + script, file], { encoding: 'utf8' })
}
