/** The initial configuration of seed 001: the rules in force until somebody gives others. */
export const DEFAULT_RULES: readonly string[] = [
  'aws',
  'aws(PR=cf-eu11) -> EU',
  'azure',
  'azure(PR=cf-ch20) -> EU',
  'gcp',
  'gcp(PR=cf-sa30) -> PR',
  'trial -> S',
  'sap-converged-cloud -> HR, S',
  'azure_lite',
  'preview',
  'free',
]
