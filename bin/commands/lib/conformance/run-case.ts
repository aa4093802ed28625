import { kebGauges } from '#lib/hap/analysis/keb-gauges.ts'
import { effectiveLimit, isOnAllowlist } from '#lib/hap/lifecycle/multi-account.ts'
import { cleanup, release } from '#lib/hap/lifecycle/release.ts'
import { readLabels } from '#lib/hap/pools/labels.ts'
import type { Policy } from '#lib/hap/semantics.ts'
import { type Case, type CaseOf, readInstance, readLimits } from './case-schema.ts'
import { runMatchCase, runParseCase, runSelectCase, runValidateCase } from './run-rules-case.ts'

/** Runs a case under a policy. Returns the outcome of the engine in the shape of the case's `expect`. */
export function runCase(test: Case, policy: Policy): unknown {
  switch (test.kind) {
    case 'parse':
      return runParseCase(test, policy)
    case 'validate':
      return runValidateCase(test, policy)
    case 'match':
      return runMatchCase(test, policy)
    case 'select':
      return runSelectCase(test, policy)
    case 'release':
      return runReleaseCase(test, policy)
    case 'cleanup':
      return runCleanupCase(test, policy)
    case 'limit':
      return runLimitCase(test, policy)
    case 'allowlist':
      return runAllowlistCase(test)
    case 'metrics':
      return runMetricsCase(test)
  }
}

function runReleaseCase({ input }: CaseOf<'release'>, policy: Policy): object {
  const bindingName = input.instance.subscriptionSecretName || input.provisioningTargetSecret || ''
  const found = !input.bindingMissing && input.binding.name === bindingName
  const labels = readLabels('CredentialsBinding', input.binding.labels ?? {})
  const { outcome, ...wait } = release(
    {
      labels: found ? labels : null,
      bindingName,
      ownShoot: input.shootName,
      shoots: input.shoots.map(({ name, credentialsBinding = null, secretBinding = null }) => {
        return { name, credentialsBinding, secretBinding }
      }),
      otherClusters: input.otherInstancesInDb ?? 0,
      timedOut: input.timedOut ?? false,
    },
    policy,
  )
  const marked = outcome === 'marked-dirty' || ('markDirty' in wait && wait.markDirty)
  const dirty = marked ? 'true' : labels.dirty
  return 'retryAfterSeconds' in wait ? { outcome, dirty, ...wait } : { outcome, dirty }
}

function runCleanupCase({ input }: CaseOf<'cleanup'>, policy: Policy): object {
  const usedNames = new Set(
    input.shoots.flatMap(shoot => [shoot.credentialsBinding, shoot.secretBinding]).filter(isName),
  )
  const verdicts = input.bindings.map(({ name, labels, providerType, credentialsRef }) => {
    const verdict = cleanup(
      {
        kind: 'CredentialsBinding',
        name,
        labels: readLabels('CredentialsBinding', labels ?? {}),
        providerType: providerType ?? null,
        readableSecret: credentialsRef === undefined || credentialsRef.kind === 'Secret',
        usedNames,
        clusters: 0,
        verifiedEmpty: false,
      },
      policy,
    )
    const { dirty: _, tenantName: __, ...kept } = labels ?? {}
    const released = verdict === 'released'
    return [name, { released, labels: released ? kept : (labels ?? {}) }]
  })
  return Object.fromEntries(verdicts)
}

function runLimitCase({ input }: CaseOf<'limit'>, policy: Policy): number {
  return effectiveLimit(readLimits(input.limits), input.provider, policy).value
}

function runAllowlistCase({ input }: CaseOf<'allowlist'>): boolean {
  return isOnAllowlist(input.allowed ?? [], input.globalAccount)
}

function runMetricsCase({ input }: CaseOf<'metrics'>): object {
  const labels = input.bindings.map(binding => readLabels('CredentialsBinding', binding.labels ?? {}))
  return kebGauges(labels, input.instances.map(readInstance))
}

function isName(name: string | null | undefined): name is string {
  return typeof name === 'string' && name !== ''
}
