import type { policyPhrases } from '../en/policies.ts'

export const policyGerman: Readonly<Record<keyof typeof policyPhrases, string>> = {
  'policy.wan': 'Internet nutzen',
  'policy.dns': 'Namen auflösen',
  'policy.lan': 'Alle Geräte zu Hause erreichen',
  'policy.lan_upstream': 'Private Netze hinter dem Internetanschluss erreichen',
  'policy.noapi': 'Kein Zugriff auf die Verwaltung',
  'policy.guestonly': 'Nur Gäste-WLAN',
  'policy.quarantine': 'Quarantäne',
  'policy.dns:family': 'Familienfilter',
}
