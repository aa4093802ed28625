import { expect, test } from 'vitest'
import { claimSelector, sharedSelector, tenantSelector } from '#lib/hap/pools/selector.ts'
import { landscapeContext } from '../testing/landscape-context.ts'
import { formatSelectorCommand, isSafeSelector } from './selectors.ts'

const { context } = landscapeContext('empty')
const POOL = { hyperscalerType: 'aws', euAccess: false, shared: false }

test('the command lists both kinds of bindings and quotes the selector for a shell', () => {
  expect(formatSelectorCommand(claimSelector(POOL), context)).toBe(
    "kubectl get credentialsbindings,secretbindings -n garden-kyma-prod -l 'hyperscalerType=aws,!euAccess,shared!=true,!dirty,!tenantName'",
  )
})

test.each(['x,shared=true', "x' ; rm -rf '", '', 'a b', 'é', 'x'.repeat(64), '-x', '$(id)'])(
  'a tenant %j never reaches a selector or command',
  tenant => {
    expect(isSafeSelector(tenantSelector(POOL, tenant))).toBe(false)
    expect(formatSelectorCommand(tenantSelector(POOL, tenant), context)).toBeNull()
  },
)

test.each(['aws_', 'aws_x,shared=true'])('neither does a hyperscaler type %j', hyperscalerType => {
  expect(formatSelectorCommand(sharedSelector({ ...POOL, hyperscalerType }), context)).toBeNull()
})
