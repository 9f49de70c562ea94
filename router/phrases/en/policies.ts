/** Titles of policies, which the app needs before all other sentences. */
export const policyPhrases = {
  'policy.wan': 'Use the internet',
  'policy.dns': 'Look up names',
  'policy.lan': 'Reach every device at home',
  'policy.lan_upstream': 'Reach private networks beyond the router',
  'policy.noapi': 'Keep away from the router',
  'policy.guestonly': 'Guest wifi only',
  'policy.quarantine': 'Quarantine',
  'policy.dns:family': 'Family filter',
} as const
