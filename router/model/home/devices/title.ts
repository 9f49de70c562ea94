import type { Policy } from './device.ts'

/** Titles of policies, in the app and in sentences of the API. */
export const POLICY_TITLES = {
  wan: 'Use the internet',
  dns: 'Look up names',
  lan: 'Reach every device at home',
  lan_upstream: 'Reach private networks beyond the router',
  noapi: 'Keep away from the router',
  guestonly: 'Guest wifi only',
  quarantine: 'Quarantine',
  'dns:family': 'Family filter',
} satisfies Partial<Record<Policy, string>>

/** A policy with its title: `“Use the internet” (wan)`; without one, the policy alone. */
export const titled = (policy: Policy): string =>
  policy in POLICY_TITLES ? `“${POLICY_TITLES[policy as keyof typeof POLICY_TITLES]}” (${policy})` : policy
