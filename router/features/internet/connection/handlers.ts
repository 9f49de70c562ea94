import { CommandFailed, Invalid, NotFound, phraseOrText, Refused } from '../../../errors.ts'
import type { Machine } from '../../../machine/machine.ts'
import { customNets } from '../../../model/firewall/config/configrule.ts'
import { tinyNets } from '../../../model/home/dhcp/subnet.ts'
import { readdress } from '../../../model/internet/connection/address.ts'
import type { uplink } from '../../../model/internet/connection/contract.ts'
import { asWifiUplink, maskedWifiNetwork, reviseNetworks } from '../../../model/internet/connection/wifi.ts'
import type { WifiStatus } from '../../../model/internet/connection/wificontract.ts'
import { additionalNets, withAddresses } from '../../../model/internet/links/address.ts'
import { type InterfaceConfig, uplinkLink, withoutEmpty } from '../../../model/internet/links/interface.ts'
import { configurable, demandUnchangedLink } from '../../../model/internet/links/purpose.ts'
import type { Handlers } from '../../../model/operation.ts'
import { pluginNets } from '../../../model/plugins/installed/plugin.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Facts } from '../../../store/facts.ts'
import type { Ip } from '../../../values/ip.ts'
import { parseInterfaces } from '../../../wire/iw.ts'
import type { Guard } from '../../access/confirm/confirmation.ts'
import { endSession } from '../ppp/handlers.ts'

/** The state of the link of an uplink over wifi. */
export interface UplinkWifiState {
  readonly state: WifiStatus['State']
  readonly network: string
  readonly message: string
  readonly connection: { readonly BSSID: string; readonly frequency: number; readonly signal: number } | undefined
}

interface Deps {
  readonly facts: Facts
  readonly guard: Guard
  readonly machine: Pick<Machine, 'run'>
  /** Undefined for a link that is not in use. */
  readonly wifiState: (link: string) => Promise<UplinkWifiState | undefined>
}

export function uplinkHandlers({ facts, guard, machine, wifiState }: Deps): Handlers<typeof uplink> {
  const gatewayOf = (link: InterfaceConfig): Ip | undefined =>
    link.DisableDHCP ? link.Router : facts.uplinkLeases.get(uplinkLink(link))?.router
  const leasedOf = (link: InterfaceConfig): string | undefined =>
    link.DisableDHCP ? undefined : facts.uplinkLeases.get(uplinkLink(link))?.address
  const addressesOf = (link: InterfaceConfig): (string | undefined)[] =>
    [link.IP, leasedOf(link), ...(link.AdditionalIPs ?? []).map(({ IP }) => IP)].map(hostOf)
  const refuseTaken = (after: InterfaceConfig): void => {
    const more = (after.AdditionalIPs ?? []).map(({ IP }) => hostOf(IP))
    const first = [after.IP, leasedOf(after)].map(hostOf).find((ip) => ip !== undefined && more.includes(ip))
    if (first) throw new Invalid(phrase('internet.primaryAddressRepeated', first), 'AdditionalIPs')
    for (const other of facts.interfaces.values()) {
      if (other.Name === after.Name) continue
      if (other.Name === uplinkLink(after)) throw new Invalid(phrase('internet.linkNameTaken', other.Name), 'VLAN')
      if (other.Type !== 'Uplink') continue
      const taken = addressesOf(other)
      if (after.IP && taken.includes(hostOf(after.IP)))
        throw new Invalid(phrase('internet.addressOfOtherUplink', hostOf(after.IP) ?? '', other.Name), 'IP')
      const twice = more.find((ip) => taken.includes(ip))
      if (twice) throw new Invalid(phrase('internet.addressOfOtherUplink', twice, other.Name), 'AdditionalIPs')
    }
  }
  /** A link that is not plugged in may be a radio. */
  async function demandRadio(link: string): Promise<void> {
    if (!facts.links.has(link)) return
    const radios = await machine.run(['iw', 'dev']).then(parseInterfaces, (error) => {
      if (error instanceof CommandFailed) throw new Refused(phrase('internet.radiosNotListed', phraseOrText(error)))
      throw error
    })
    if (!Object.values(radios).some((links) => Object.hasOwn(links, link)))
      throw new Invalid(phrase('internet.notWifiRadio', link), 'Iface')
  }
  async function statusOf(link: string, isEnabled: boolean): Promise<WifiStatus> {
    const found = isEnabled ? await wifiState(link) : undefined
    const {
      state = 'disabled',
      message = isEnabled ? 'the link is down' : 'disabled',
      network,
      connection,
    } = found ?? {}
    return {
      State: state,
      Message: message,
      SSID: state === 'connected' ? (network ?? '') : '',
      BSSID: connection?.BSSID ?? '',
      Signal: connection?.signal ?? 0,
      Frequency: connection?.frequency ?? 0,
    }
  }
  return {
    async wifi() {
      if (facts.wifiUplinks.size === 0) throw new NotFound(phrase('internet.noWifiUplink'))
      const WPAs = [...facts.wifiUplinks.values()].map(async ({ Iface, Networks }) => {
        const link = facts.interfaces.get(Iface)
        const Enabled = link?.Type === 'Uplink' && link.Subtype === 'wifi' && link.Enabled
        return { Iface, Enabled, Networks: Networks.map(maskedWifiNetwork), Status: await statusOf(Iface, Enabled) }
      })
      return { WPAs: await Promise.all(WPAs) }
    },

    async joinWifi({ body: { Iface, Enabled, Networks }, ...request }) {
      await demandRadio(Iface)
      await guard({ ...request, what: `PUT /uplink/wifi ${Iface}` }, (draft) => {
        const before = configurable({ interfaces: draft.interfaces, links: facts.links }, Iface, 'Iface')
        const after = asWifiUplink(before, Iface, Enabled ?? undefined)
        const had = draft.wifiUplinks.get(Iface)?.Networks ?? []
        draft.interfaces.put(Iface, after)
        draft.wifiUplinks.put(Iface, { Iface, Networks: Networks ? reviseNetworks(had, Networks) : had })
        if (before && uplinkLink(before) !== Iface) draft.uplinkLeases.remove(uplinkLink(before))
        if (!after.Enabled) draft.uplinkLeases.remove(Iface)
      })
    },

    async ip({ body, ...request }) {
      await guard({ ...request, what: `PUT /uplink/ip ${body.Name}` }, (draft) => {
        const before = configurable({ interfaces: draft.interfaces, links: facts.links }, body.Name, 'Name')
        const kept = before ?? { Subtype: 'ethernet' as const }
        demandUnchangedLink(kept, body, 'PUT /link/config', 'Subtype', 'MACOverride', 'MACRandomize', 'MACCloak')
        const home = [
          ...tinyNets(draft.setting('subnet')).map((net) => ({ by: phrase('home.networkOfHome'), net })),
          ...additionalNets(facts.interfaces.values()),
          ...pluginNets(facts.plugins.values()),
        ]
        const readdressed = readdress(
          before,
          body,
          home.map(({ net }) => net),
        )
        const taken = [...home, ...customNets(facts.customInterfaces.values())]
        const after = body.AdditionalIPs
          ? withoutEmpty(withAddresses(readdressed, body.AdditionalIPs, taken, gatewayOf(readdressed)))
          : readdressed
        refuseTaken(after)
        endSession(draft, body.Name)
        draft.interfaces.put(body.Name, after)
        // What the provider leased has no say any more.
        const moved = before && uplinkLink(before) !== uplinkLink(after)
        if (before && (moved || after.DisableDHCP || !after.Enabled)) draft.uplinkLeases.remove(uplinkLink(before))
      })
    },
  }
}

const hostOf = (address: string | undefined): string | undefined => address?.split('/')[0]
