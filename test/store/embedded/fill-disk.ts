import fs from 'node:fs'
import { onTestFinished, vi } from 'vitest'

/** Fails each write of a file until `makeRoom` is called, as a full disk does; `tries` counts these writes. */
export function fillDisk() {
  const full = vi.spyOn(fs, 'writeSync').mockImplementation(() => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', errno: -28 })
  })
  const makeRoom = () => full.mockRestore()
  onTestFinished(makeRoom)
  return { makeRoom, tries: () => full.mock.calls.length }
}
