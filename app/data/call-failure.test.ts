import { expect, test } from 'vitest'
import { getAnswer } from './call-failure.ts'

type Answer = { readonly kind: 'given' } | { readonly kind: 'no-answer'; status: number; reason: string }

const KEPT = 'Your input is kept.'

test('returns the answer of an action', async () => {
  expect(await getAnswer(Promise.resolve<Answer>({ kind: 'given' }), KEPT)).toEqual({ kind: 'given' })
})

test.each<[string, () => Promise<Answer>, { status: number; message: string }]>([
  [
    'the console gave none',
    () => Promise.resolve({ kind: 'no-answer', status: 401, reason: 'Sign in first.' }),
    { status: 401, message: 'Sign in first.' },
  ],
  [
    'the call was refused for lack of a session',
    () => Promise.reject(new Error('Sign in to continue.')),
    { status: 401, message: 'Sign in to continue.' },
  ],
  [
    'no response',
    () => Promise.reject(new TypeError('Failed to fetch')),
    { status: 0, message: 'The console is not responding. Your input is kept.' },
  ],
])('throws the reason when there is no answer: %s', async (_, call, error) => {
  await expect(getAnswer(call(), KEPT)).rejects.toMatchObject({ name: 'ApiError', ...error })
})
