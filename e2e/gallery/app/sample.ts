export const AWS_EU = { hyperscalerType: 'aws', euAccess: true, shared: false }
export const TENANT = '8b9a6f1e-4c0d-4e52-9f6a-2d7b1c55e0a3'
export const SAMPLE = {
  claimed: 168,
  shared: 4,
  internal: 4,
  held: 3,
  dirty: 9,
  cleaning: 6,
  verifying: 5,
  quarantined: 4,
  terminating: 5,
  malformed: 4,
  free: 23,
}
