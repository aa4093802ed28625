import { expect, test } from 'vitest'
import { readRulesText } from './editor-tab.tsx'

const file = (bytes: Uint8Array<ArrayBuffer>, size = bytes.length) => ({
  name: 'values.yaml',
  size,
  arrayBuffer: async () => bytes.buffer,
})
const utf8 = (text: string) => new TextEncoder().encode(text)

test.each([
  ['as it is', 'hap:\n  rule:\n    - aws # a\n', 'hap:\n  rule:\n    - aws # a\n'],
  ['with a byte order mark', '\ufeff- aws\n', '- aws\n'],
  ['with CRLF', '- aws\r\n- gcp\r\n', '- aws\n- gcp\n'],
])('reads a file %s', async (_, text, expected) => {
  expect(await readRulesText(file(utf8(text)))).toEqual({ text: expected })
})

test.each([
  [
    'too large',
    file(utf8('- aws'), 2_500_000),
    'values.yaml has 2.5 MB. The limit is 1 MB. Check that it is the right file.',
  ],
  ['empty', file(utf8(' \n')), 'values.yaml is empty.'],
  ['binary', file(new Uint8Array([1, 2, 0])), 'values.yaml: The file is binary. Give a YAML or JSON file.'],
  ['UTF-16', file(new Uint8Array([0xff, 0xfe, 0x61, 0])), 'values.yaml: The file is UTF-16. Save it as UTF-8.'],
  ['not UTF-8', file(new Uint8Array([0x61, 0xe4])), 'values.yaml: The file is not UTF-8. Save it as UTF-8.'],
])('refuses a file that is %s', async (_, chosen, problem) => {
  expect(await readRulesText(chosen)).toEqual({ problem })
})

test('refuses a deleted file', async () => {
  const gone = { name: 'values.yaml', size: 5, arrayBuffer: () => Promise.reject(new Error('gone')) }
  expect(await readRulesText(gone)).toEqual({
    problem: 'values.yaml could not be read. Choose it again, or paste its text.',
  })
})
