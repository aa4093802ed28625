import { expect, test } from 'vitest'
import { timeViolations } from './times.ts'

const check = (path: string, text: string) => timeViolations([{ path, text }]).map(({ line }) => line)

test.each(['const at = Date.now()', 'const clock = Date.now', 'const at = new Date()'])(
  '%s goes by the clock of the browser or the process',
  text => {
    expect(check('app/(console)/a.tsx', `const a = 1\n${text}`)).toEqual([2])
    expect(check('components/ui/a.ts', `const a = 1\n${text}`)).toEqual([2])
  },
)

test.each(['new Date(at)', 'new Date(serverNow()).toISOString()', 'serverNow()', 'store.now()', '// Date.now()'])(
  '%s does not',
  text => {
    expect(check('app/(console)/a.tsx', text)).toEqual([])
  },
)

test('lower floors, tests and the clock itself may read it', () => {
  for (const path of ['lib/store/a.ts', 'app/data/a.test.ts', 'components/ui/clock.tsx'])
    expect(check(path, 'Date.now()'), path).toEqual([])
})
