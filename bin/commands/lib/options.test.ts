import { expect, test } from 'vitest'
import { inOptions } from './options.ts'

test.each([
  [
    'provider: plan trial runs on aws, azure, and gcp; say which',
    '--provider: plan trial runs on aws, azure, and gcp; say which',
  ],
  [
    'platformRegion: must be one line of text; globalAccount: must not be empty',
    '--platform-region: must be one line of text; --global-account: must not be empty',
  ],
  [
    'This Idempotency-Key was used with another request. Use a new key for a new claim.',
    'This --key was used with another request. Use a new key for a new claim.',
  ],
  ['body: must be JSON', 'body: must be JSON'],
  ['Unknown plan trail. constructor: none', 'Unknown plan trail. constructor: none'],
  ['It waits; constructor: none', 'It waits; constructor: none'],
])('%s', (text, expected) => {
  expect(inOptions(text)).toBe(expected)
})
