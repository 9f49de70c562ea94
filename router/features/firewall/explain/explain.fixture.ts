import { openCompiler } from '../../../compiler/compile.ts'
import { emptyDevice, keyOfDevice } from '../../../model/home/devices/device.ts'
import type { ServiceId } from '../../../model/machine/services/service.ts'
import type { Draft } from '../../../store/facts.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { explainHandlers } from './handlers.ts'

interface Explained {
  readonly Text: string
  readonly Verdict: string
  readonly Passes: boolean
  readonly Ports: unknown
  readonly LedTo: { readonly IP: string; readonly Port: number } | null
  readonly By: { readonly Rule: { readonly Name?: string } | null }
}

interface Around {
  readonly uplinks?: readonly string[]
  readonly announced?: Parameters<typeof explainHandlers>[0]['announced']
  readonly lookUp?: Parameters<typeof explainHandlers>[0]['lookUp']
}

/** A home with uplinks and the link `lan0`, what else `edit` adds, and what becomes of a packet in it. */
export async function openHome(edit: (draft: Draft) => void, around: Around = {}) {
  const { uplinks = ['wan0'], announced = () => [], lookUp = async () => undefined } = around
  const { facts, change } = openMemoryFacts()
  const compiler = openCompiler(facts)
  const changed = async (edit: (draft: Draft) => void): Promise<void> => void compiler.update(await change(edit))
  await changed((draft) => {
    for (const Name of uplinks) draft.interfaces.put(Name, { Name, Type: 'Uplink', Subtype: '', Enabled: true })
    draft.interfaces.put('lan0', { Name: 'lan0', Type: 'Downlink', Subtype: '', Enabled: true })
    draft.uplinkLeases.put('wan0', { link: 'wan0', address: '81.2.69.100/24', router: '81.2.69.1', routes: [] })
    edit(draft)
  })
  const handlers = explainHandlers({
    ...{ facts, network: () => compiler.network, announced, lookUp },
    memberAt: (ip) => {
      const device = facts.devices.by('RecentIP', ip)
      return device && compiler.network.members.get(keyOfDevice(device))
    },
    moment: () => ({ now: 0, zone: 'UTC' }),
  })
  const caller = { name: 'admin', kind: 'user', address: '' } as const
  const explain = (
    ...[from, to, port, proto = 'tcp', service]: [string, string, number?, ('tcp' | 'udp' | 'icmp')?, ServiceId?]
  ) =>
    handlers.packet({
      ...{ params: {}, body: undefined, caller },
      query: { from, to, proto, port, service },
    }) as Promise<Explained>
  return { changed, explain }
}

/** Adds a device with an address at `lan0`. */
export function join(draft: Draft, MAC: string, RecentIP: string, more: Partial<ReturnType<typeof emptyDevice>>): void {
  draft.devices.put(MAC, { ...emptyDevice(), MAC, RecentIP, ...more })
  draft.leases.put(MAC, { mac: MAC, link: 'lan0', ip: RecentIP, hostName: '', expiresAt: 0 })
}
