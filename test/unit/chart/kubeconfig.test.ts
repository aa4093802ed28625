import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createCredentialSource } from '#lib/garden/client/credentials.ts'
import { loadKubeconfig } from '#lib/garden/client/kubeconfig.ts'
import { temporaryFolders } from '#lib/testing/temporary-folders.ts'
import { golden } from './manifests.ts'

const folder = temporaryFolders('chart-kubeconfig')

test.each(['together', 'apart', 'reading'])('the kubeconfig of the case %s is the account of the pod', async name => {
  const mounted = path.join(folder(), 'serviceaccount')
  mkdirSync(mounted)
  writeFileSync(path.join(mounted, 'token'), 'of-the-pod')
  writeFileSync(path.join(mounted, 'ca.crt'), 'an authority')
  const configMap = golden(name).find(({ metadata }) => metadata.name === 'hap-hap-console-control-plane')
  const file = path.join(mounted, 'kubeconfig')
  writeFileSync(file, configMap?.data.kubeconfig.replaceAll('/var/run/secrets/kubernetes.io/serviceaccount', mounted))
  const access = loadKubeconfig(file)
  expect(access).toMatchObject({ server: 'https://kubernetes.default.svc', namespace: 'kcp-system' })
  const { headers } = await createCredentialSource(access, Date.now).current('test')
  expect(headers.reveal()).toMatchObject({ Authorization: 'Bearer of-the-pod' })
})
