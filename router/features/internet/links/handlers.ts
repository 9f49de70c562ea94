import { randomBytes } from 'node:crypto'
import type { Core } from '../../../core.ts'
import { Invalid, Refused } from '../../../errors.ts'
import { customNets } from '../../../model/firewall/config/configrule.ts'
import { tinyNets } from '../../../model/home/dhcp/subnet.ts'
import { additionalNets, withAddresses } from '../../../model/internet/links/address.ts'
import type { LinkEntry, links } from '../../../model/internet/links/contract.ts'
import {
  type InterfaceConfig,
  OWN_LINKS,
  uplinkLink,
  vlanName,
  withoutEmpty,
  withRandomMacs,
} from '../../../model/internet/links/interface.ts'
import { isLinkName } from '../../../model/internet/links/linkname.ts'
import { configurable, demandUnchangedLink, repurpose } from '../../../model/internet/links/purpose.ts'
import type { Handlers } from '../../../model/operation.ts'
import { pluginNets } from '../../../model/plugins/installed/plugin.ts'
import { demandUnchanged } from '../../../model/sentback.ts'
import { tunnelNets } from '../../../model/vpn/tunnels/check.ts'
import { bssidOf } from '../../../model/wifi/radios/radio.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Facts } from '../../../store/facts.ts'
import type { Guard, Guarded } from '../../access/confirm/confirmation.ts'
import { endSession } from '../ppp/handlers.ts'
import { uplinkNets } from './uplinknets.ts'

/** A VLAN tag of maximum length: the name of a device's link must be valid with any tag. */
const LONGEST_TAG = '4094'

export function linkHandlers(
  { facts, machine }: Pick<Core, 'facts' | 'machine'>,
  guard: Guard,
): Handlers<typeof links> {
  const setState = async (
    request: Omit<Guarded, 'what'> & { params: { interface: string; state: 'up' | 'down' } },
  ): Promise<void> => {
    const { interface: link, state } = request.params
    if (OWN_LINKS.includes(link)) throw new Invalid(phrase('internet.linkReserved', link), 'interface')
    if (!facts.links.has(link) && !facts.downLinks.has(link))
      throw new Invalid(phrase('field.linkUnknown', link), 'interface')
    await guard({ ...request, what: `PUT /ip/link/${link}/${state}` }, (draft) => {
      if (state === 'up') draft.downLinks.remove(link)
      else draft.downLinks.put(link, { link })
    })
    if (state === 'down' || !facts.links.has(link)) return
    // It may be down by other hands than ours.
    const [failure] = await machine.changeLinks([{ kind: 'up', link, present: true }])
    if (failure) throw new Refused(phrase('machine.about', link, failure.reason))
  }

  return {
    configuration: () => [...facts.interfaces.values()].map((link) => withGuests(link, facts)),

    async configure({ body, ...request }) {
      await guard({ ...request, what: `PUT /link/config ${body.Name}` }, (draft) => {
        const before = configurable({ interfaces: draft.interfaces, links: facts.links }, body.Name, 'Name')
        demandUnchangedLink(before ?? {}, body, 'PUT /link/vlan/{interface}/{state}', 'Subtype')
        demandUnchangedLink(before ?? {}, body, 'PUT /uplink/ip', 'DisableDHCP', 'IP', 'Router', 'VLAN')
        demandUnchangedLink(before ?? {}, body, 'PUT /link/ip or PUT /uplink/ip', 'AdditionalIPs')
        const call = 'PUT /hostapd/{interface}/enableExtraBSS'
        demandUnchanged(before ? withGuests(before, facts) : {}, body, ['ExtraBSS'], call)
        const usual = repurpose(before, body)
        if (before?.Subtype === 'pppup' && usual.Subtype !== 'pppup') endSession(draft, body.Name)
        // A radio that was an uplink before has its networks still.
        const isWifi = usual.Type === 'Uplink' && draft.wifiUplinks.get(body.Name) !== undefined
        const after: InterfaceConfig = isWifi ? { ...usual, Subtype: 'wifi' } : usual
        draft.interfaces.put(body.Name, after)
        const links = [...draft.interfaces.rows()].map(([, link]) => link)
        draft.set(
          'randomMacs',
          withRandomMacs(draft.setting('randomMacs'), links, () => randomBytes(6)),
        )
        // What the provider leased has no say any more.
        if (before?.Type === 'Uplink' && !(after.Type === 'Uplink' && after.Enabled))
          draft.uplinkLeases.remove(uplinkLink(before))
      })
    },

    async trunk({ params: { interface: link, state }, ...request }) {
      await guard({ ...request, what: `PUT /link/vlan/${link}/${state}` }, (draft) => {
        const before = demandDownlink(draft.interfaces.get(link), link, 'interface')
        if (state === 'enable' && !isLinkName(vlanName(link, LONGEST_TAG)))
          throw new Invalid(phrase('internet.vlanNameTooLong', link, vlanName(link, LONGEST_TAG)), 'interface')
        if (state === 'enable') draft.interfaces.put(link, { ...before, Subtype: 'VLAN-Trunk' })
        else if (before.Subtype === 'VLAN-Trunk') draft.interfaces.put(link, { ...before, Subtype: '' })
      })
    },

    async addresses({ body: { Name, AdditionalIPs }, ...request }) {
      await guard({ ...request, what: `PUT /link/ip ${Name}` }, (draft) => {
        const before = demandDownlink(draft.interfaces.get(Name), Name, 'Name')
        const others = [...facts.interfaces.values()].filter((link) => link.Name !== Name)
        const taken = [
          ...tinyNets(draft.setting('subnet')).map((net) => ({ by: phrase('home.networkOfHome'), net })),
          ...uplinkNets(facts),
          ...customNets(facts.customInterfaces.values()),
          ...tunnelNets(facts.tunnels.values()),
          ...additionalNets(others),
          ...pluginNets(facts.plugins.values()),
        ]
        draft.interfaces.put(Name, withoutEmpty(withAddresses(before, AdditionalIPs, taken)))
      })
    },

    setState,
    getState: setState,
  }
}

function demandDownlink(link: InterfaceConfig | undefined, name: string, field: string): InterfaceConfig {
  if (link?.Type !== 'Downlink') throw new Invalid(phrase('internet.notDownlink', name), field)
  return link
}

/** The entry of a radio with its network for guests, as API 0.3.0 names it; of another link the entry itself. */
function withGuests(link: InterfaceConfig, { radios, links }: Pick<Facts, 'radios' | 'links'>): LinkEntry {
  const radio = link.Type === 'AP' ? radios.get(link.Name) : undefined
  if (!radio?.Guest) return link
  const { Ssid, Wpa3 } = radio.Guest
  const mac = links.get(link.Name)?.mac ?? radio.MAC
  const network = {
    Ssid,
    Bssid: mac && bssidOf(mac, 2),
    Wpa: '2',
    WpaKeyMgmt: Wpa3 ? 'WPA-PSK WPA-PSK-SHA256 SAE' : 'WPA-PSK WPA-PSK-SHA256',
    DisableIsolation: false,
  }
  return { ...link, ExtraBSS: [network] }
}
