import type { Policy } from './device.ts'

/** What owners know a policy by: the app's switches are called so, and so does the router speak of it. */
export const POLICY_TITLES = {
  wan: 'Use the internet',
  dns: 'Look up names',
  lan: 'Reach every device at home',
  lan_upstream: 'Reach private networks beyond the router',
  noapi: 'Keep away from the router',
  guestonly: 'Guest wifi only',
  quarantine: 'Quarantine',
  'dns:family': 'Family filter',
} as const satisfies Partial<Record<Policy, string>>

/** A policy by both of its names: `“Use the internet” (wan)`. One that has no switch goes by the other alone. */
export const titled = (policy: Policy): string =>
  policy in POLICY_TITLES ? `“${POLICY_TITLES[policy as keyof typeof POLICY_TITLES]}” (${policy})` : policy
