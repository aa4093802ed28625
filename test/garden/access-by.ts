import { KubeConfig } from '@kubernetes/client-node'
import type { Access } from '#lib/garden/client/kubeconfig.ts'

/** Access by the text of a kubeconfig; `change` edits it after parsing. */
export function accessBy(kubeconfig: string, change: (config: KubeConfig) => void = () => undefined): Access {
  const load = () => {
    const config = new KubeConfig()
    config.loadFromString(kubeconfig)
    change(config)
    return config
  }
  return { load, server: load().getCurrentCluster()?.server ?? '', context: 'test', namespace: null }
}
