import { savedLease } from '../drivers/uplink/driver.ts'
import { loadBlockedNetworks } from '../features/firewall/geoblock/start.ts'
import { loadRules } from '../features/firewall/rules/start.ts'
import { type ClockAtStart, raiseClock } from '../features/machine/time/raise.ts'
import { generatePassphrase } from '../model/home/devices/passphrase.ts'
import { SETUP_SSID } from '../model/home/setup/network.ts'
import { uplinkLink } from '../model/internet/links/interface.ts'
import { VPN_PORT } from '../model/vpn/wireguard/server.ts'
import { learnPresence } from '../presence/watch/learn.ts'
import { type Database, openDatabase } from '../store/database.ts'
import type { Facts } from '../store/facts.ts'
import { type HistoryDatabase, openHistory } from '../store/history.ts'
import { type Ledger, openLedger } from '../store/ledger.ts'
import { lostSecrets } from '../store/lostsecrets.ts'
import { openVault, refusingVault, type Vault } from '../store/vault.ts'
import { DamagedFile } from '../store/versions.ts'
import type { Base } from './base.ts'
import { newRadios, unknownLinks } from './options.ts'
import { openRunDirectory } from './rundirectory.ts'

/** The saved state and the presence. */
export interface State {
  readonly clockAtStart: ClockAtStart
  readonly database: Database
  readonly history: HistoryDatabase
  readonly vault: Vault
  readonly ledger: Ledger
  readonly facts: Facts
  /** The directory of uplink leases. It outlives restarts of the router, but not a reboot of the machine. */
  readonly runDirectory: string
}

/** Reads the saved state, and the presence from the kernel. Throws `Unavailable` if the saved state is damaged. */
export async function openState(base: Base, opened: AsyncDisposableStack): Promise<State> {
  const { machine, clock, options, onFailure } = base
  const { data, lookupFile } = options
  // Before anything reads the time of day.
  const clockAtStart = await raiseClock({ machine, data, onFailure })
  const database = opened.use(openDatabase(`${data}/state.db`))
  const ledger = openLedger()
  ledger.post(database.load())
  const history = opened.use(openHistory({ path: `${data}/history.db`, clock, onFailure }))
  const runDirectory = openRunDirectory({ machine, data, onFailure })
  await learn(base, ledger, runDirectory)
  await loadBlockedNetworks({ machine, data, lookupFile, onFailure }, ledger)
  await loadRules({ machine, clock, history, lookupFile, onFailure }, ledger)

  const { facts } = ledger
  const vault = openSecrets(base, facts)
  return { clockAtStart, database, history, vault, ledger, facts, runDirectory }
}

/** Opens the vault, and reports the saved secrets that it cannot open. Without a valid key, the router runs without any secrets. */
function openSecrets({ machine, options, log }: Base, facts: Facts): Vault {
  const path = `${options.data}/vault.key`
  let reason = `not sealed with the key in ${path}; bring the old key back, or make it anew`
  let vault: Vault
  try {
    vault = openVault(machine, path)
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error
    log.note(error.message, 'error')
    vault = refusingVault(error)
    reason = `which the key in ${path} is needed for`
  }
  for (const lost of lostSecrets(facts, vault)) log.note(`lost: ${lost}, ${reason}`, 'error')
  return vault
}

/** Adds new links of the command line, the presence read from the kernel, and saved uplink leases. */
async function learn({ machine, options }: Base, ledger: Ledger, runDirectory: string): Promise<void> {
  const { facts } = ledger
  const present = await machine.readLinks()
  const unknown = unknownLinks(facts, options, present)
  ledger.post(
    ledger.draw((draft) => {
      for (const link of unknown) draft.interfaces.put(link.Name, link)
      for (const radio of newRadios(facts, options, present)) draft.radios.put(radio.Name, radio)
      if (!draft.setting('setup').done)
        draft.setupNetworks.put(SETUP_SSID, { passphrase: options.setupPassphrase ?? generatePassphrase() })
      draft.set('vpn', { ...draft.setting('vpn'), Port: options.vpnPort ?? VPN_PORT })
    }),
  )
  const learned = await learnPresence(machine, facts)
  ledger.post(
    ledger.draw((draft) => {
      learned(draft)
      for (const link of facts.interfaces.values()) {
        // The link of a PPP session is missing if that has ended.
        const isOver = link.Subtype === 'ppp' && !draft.links.get(link.Name)
        const lease =
          link.Type === 'Uplink' && !isOver ? savedLease(machine, runDirectory, uplinkLink(link)) : undefined
        if (lease) draft.uplinkLeases.put(lease.link, lease)
      }
    }),
  )
}
