import type { PolicyWords } from '../policytitles.ts'

/** All policies, with the words for each. The app needs them before all other sentences. */
export const policyTexts = {
  wan: { chip: 'Internet', title: 'Use the internet', hint: 'Can open connections to the internet.' },
  dns: { chip: 'DNS', title: 'Look up names', hint: 'Can use the router’s DNS server.' },
  lan: {
    chip: 'Whole home',
    title: 'Reach every device at home',
    hint: 'Can open connections to all other devices. They cannot open connections to it.',
  },
  lan_upstream: {
    chip: 'Beyond the uplink',
    title: 'Reach private networks beyond the router',
    hint: 'For example the modem. Requires internet access.',
  },
  api: { chip: 'api' },
  noapi: { chip: 'No admin', title: 'Keep away from the router', hint: 'Cannot reach this app or remote login.' },
  guestonly: { chip: 'Guest', title: 'Guest wifi only', hint: 'Gets an address on the guest network only.' },
  disabled: { chip: 'Disabled' },
  quarantine: {
    chip: 'Quarantine',
    title: 'Quarantine',
    hint: 'Every domain resolves to the quarantine page. All other traffic is blocked.',
  },
  'dns:family': {
    chip: 'Family filter',
    title: 'Family filter',
    hint: 'Uses the family DNS servers from your DNS settings.',
  },
} satisfies Readonly<Record<string, PolicyWords>>
