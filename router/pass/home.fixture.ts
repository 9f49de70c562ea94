import { FIREWALL } from '../compiler/firewall/ruleset.ts'
import type { Driver } from '../drivers/driver.ts'
import { linksDriver } from '../drivers/links/driver.ts'
import { nftDriver } from '../drivers/nft/driver.ts'
import { openBus } from '../events/bus.ts'
import { type FakeMachine, fakeMachine } from '../machine/fake.fixture.ts'
import { emptyDevice, type Policy } from '../model/home/devices/device.ts'
import { openDatabase } from '../store/database.ts'
import type { Draft } from '../store/facts.ts'
import { openLedger } from '../store/ledger.ts'
import type { Connection } from '../wire/conntrack.ts'
import { openPass } from './pass.ts'

export const LAPTOP = '02:00:00:00:00:01'
export const PRINTER = '02:00:00:00:00:02'

export const arrives = (
  draft: Draft,
  MAC: string,
  RecentIP: string,
  Policies: Policy[],
  Groups: string[] = [],
): void => {
  draft.devices.put(MAC, { ...emptyDevice(), MAC, RecentIP, Policies, Groups })
  draft.leases.put(MAC, { mac: MAC, link: 'lan0', ip: RecentIP, hostName: '', expiresAt: 0 })
}

/** A tracked connection: TCP with a port, ICMP without. */
export const connection = (
  source: string,
  destination: string,
  port: number | undefined,
  answeredBy = destination,
): Connection => ({
  protocol: port === undefined ? 1 : 6,
  port,
  original: { source, destination, packets: 0, bytes: 0 },
  reply: { source: answeredBy, destination: source, packets: 0, bytes: 0 },
  entry: new Uint8Array(),
})

export async function openHome(more: Driver[] = []) {
  const fake = fakeMachine()
  const transactions: string[] = []
  const machine: FakeMachine = {
    ...fake,
    async nft(text) {
      transactions.push(text)
      await fake.nft(text)
    },
    async changeElements(table, changes) {
      transactions.push(changes.map(({ present, set, key }) => `${present ? '+' : '-'} ${set} ${key}`).join('\n'))
      await fake.changeElements(table, changes)
    },
  }
  for (const link of ['wan0', 'lan0']) machine.ip.plug(link)
  const database = openDatabase(':memory:')
  const ledger = openLedger()
  ledger.post(database.load())
  const complaints: string[] = []
  const bus = openBus(() => undefined)
  const drivers = [nftDriver(machine), linksDriver(machine), ...more]
  const onFailure = (what: string): void => void complaints.push(what)
  const pass = openPass({ machine, ledger, database, drivers, bus, onFailure })
  await pass.converge()
  await pass.change((draft) => {
    draft.interfaces.put('wan0', { Name: 'wan0', Type: 'Uplink', Subtype: '', Enabled: true })
    draft.interfaces.put('lan0', { Name: 'lan0', Type: 'Downlink', Subtype: '', Enabled: true })
  })
  return { machine, pass, bus, database, facts: ledger.facts, transactions, complaints }
}

/** The elements of a map in the kernel. */
export async function elementsOf(machine: FakeMachine, map: string): Promise<string> {
  return JSON.stringify(await machine.nftList({ ...FIREWALL, map }))
}
