import { afterEach, expect, test, vi } from 'vitest'
import { copyWithToast } from './copy-button.tsx'
import { closeToast, currentToasts } from './toast.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  for (const { id } of currentToasts()) closeToast(id)
})

test('confirms a copied text', async () => {
  const writeText = vi.fn(async () => {})
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  await copyWithToast('kubectl get', 'The command was copied.')
  expect(writeText).toHaveBeenCalledWith('kubectl get')
  expect(currentToasts()).toMatchObject([{ text: 'The command was copied.', failed: false }])
})

test('reports a failure without a clipboard', async () => {
  vi.stubGlobal('navigator', {})
  await copyWithToast('kubectl get', 'The command was copied.')
  expect(currentToasts()).toMatchObject([
    { text: 'Not copied: the browser denied access to the clipboard.', failed: true },
  ])
})
