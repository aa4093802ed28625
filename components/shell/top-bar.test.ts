import { expect, test } from 'vitest'
import { buildCrumbs } from './top-bar.tsx'

test.each([
  ['/', ['eu-prod', 'Overview']],
  ['/pools', ['eu-prod', 'Pools']],
  ['/pools/aws~eu', ['eu-prod', 'Pools', 'aws · EU']],
  ['/bindings/CredentialsBinding/aws-0031', ['eu-prod', 'Bindings', 'aws-0031']],
  ['/bindings/SecretBinding/a%2Fb', ['eu-prod', 'Bindings', 'a/b']],
  ['/bindings/SecretBinding/%E0%A4%A', ['eu-prod', 'Bindings', '%E0%A4%A']],
  ['/jobs/0dc7bd2e-f26d-48ff-904b-bb4a91d6b83b', ['eu-prod', 'Jobs', 'Job']],
  ['/rules/revisions/4', ['eu-prod', 'Rules', 'Revision 4']],
  ['/operators', ['eu-prod', 'Operators']],
  ['/operators/clusters', ['eu-prod', 'Operators', 'Clusters']],
  ['/operators/subscription-requests', ['eu-prod', 'Operators', 'Subscription requests']],
  ['/operators/clusters/c%2Da', ['eu-prod', 'Operators', 'Clusters', 'c-a']],
  ['/settings/sessions', ['eu-prod', 'Settings', 'Sessions']],
  ['/settings/tokens', ['eu-prod', 'Settings', 'API tokens']],
  ['/poolside', ['eu-prod']],
])('builds the breadcrumb of %s', (pathname, labels) => {
  expect(buildCrumbs(pathname, 'eu-prod').map(crumb => crumb.label)).toEqual(labels)
})

test('only names are monospace', () => {
  expect(buildCrumbs('/bindings/Secret/x', 'eu').map(crumb => crumb.mono)).toEqual([false, false, true])
  expect(buildCrumbs('/pools/aws', 'eu').map(crumb => crumb.mono)).toEqual([false, false, false])
})
