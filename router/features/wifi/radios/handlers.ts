import { CommandFailed, Invalid, NotFound, phraseOrText, Refused, Unavailable } from '../../../errors.ts'
import { openIw, phyOf } from '../../../machine/iw.ts'
import type { Machine } from '../../../machine/machine.ts'
import { checkPassphrase } from '../../../model/home/devices/passphrase.ts'
import { baseOf, type InterfaceConfig } from '../../../model/internet/links/interface.ts'
import type { Handlers } from '../../../model/operation.ts'
import type { RunningAccessPoints } from '../../../model/wifi/radios/accesspoint.ts'
import { type Band, channelOf } from '../../../model/wifi/radios/channel.ts'
import type { radios } from '../../../model/wifi/radios/contract.ts'
import { newRadio, type Radio, radioOf } from '../../../model/wifi/radios/radio.ts'
import { computeChannel, updated, withChannel } from '../../../model/wifi/radios/settings.ts'
import { transitionCommand } from '../../../model/wifi/radios/transition.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Change, Draft, Facts } from '../../../store/facts.ts'
import { fieldOfBss, parseFields } from '../../../wire/hostapd.ts'
import { parseInterfaces, parseRadios, parseRules, parseScan } from '../../../wire/iw.ts'
import { type IwChannel, parseChannels } from '../../../wire/spectrum.ts'
import type { StationReadings } from '../stations/readings.ts'
import { guestRefusal } from './guestrefusal.ts'

interface Parts {
  readonly facts: Facts
  readonly change: Change
  readonly machine: Pick<Machine, 'run'>
  /** The access points. */
  readonly radio: RunningAccessPoints & {
    restart(): Promise<void>
    reloadPassphrases(): Promise<void>
    failsafe(link: string): Promise<void>
    scan(link: string): Promise<string>
    states(): ReadonlyMap<string, { readonly state: string; readonly reason: string }>
  }
  readonly readings: StationReadings
}

export function radioHandlers({ facts, change, machine, radio, readings }: Parts): Handlers<typeof radios> {
  const iw = openIw(machine)

  /** The channels of a radio; none if that is unknown. */
  async function channelsOf(link: string): Promise<IwChannel[]> {
    const phy = await phyOf(iw, link)
    return phy === undefined ? [] : parseChannels(await iw(phy.replace('phy', 'phy#'), 'channels'))
  }

  async function bandsOf(link: string): Promise<ReadonlySet<Band | undefined>> {
    return new Set((await channelsOf(link)).map(({ frequency }) => channelOf(frequency)?.band))
  }

  const ask = async (network: string, command: string): Promise<string> => {
    try {
      return await radio.request(network, command)
    } catch (error) {
      if (error instanceof Unavailable) throw new Invalid(error.phrase, 'interface', { cause: error })
      throw error
    }
  }

  const edit = async (link: string, revise: (radio: Radio) => Radio): Promise<Radio> => {
    let after: Radio | undefined
    await change((draft) => {
      after = revise(demandRadio(draft.radios.get(link), link))
      draft.radios.put(link, after)
    })
    return after!
  }

  return {
    list: async () => parseRadios(await iw('list')),
    interfaces: async () => parseInterfaces(await iw('dev')),
    rules: async () => parseRules(await iw('reg', 'get')),

    async scan({ params: { interface: link } }) {
      if (!facts.links.has(link)) throw new Invalid(phrase('wifi.linkUnknown', link), 'interface')
      try {
        return parseScan(await radio.scan(link))
      } catch (error) {
        if (!(error instanceof CommandFailed)) throw error
        // An uplink that is not connected scans all the time: its last results are as good.
        const latest = parseScan(await iw('dev', link, 'scan', 'dump'))
        if (latest.length === 0)
          throw new Refused(phrase('wifi.scanUnavailable', link, phraseOrText(error)), { cause: error })
        return latest
      }
    },

    async status({ params: { interface: link } }) {
      return parseFields(await ask(link, 'STATUS'))
    },

    async stations({ params: { interface: link } }) {
      if (!radio.networks().has(link)) throw new Invalid(phrase('wifi.accessPointNotRunning', link), 'interface')
      const own = (await readings.read()).filter((one) => one.radio === link)
      return Object.fromEntries(own.map(({ mac, fields }) => [mac, fields]))
    },

    configuration: ({ params: { interface: link } }) => shown(demandRadio(facts.radios.get(link), link)),

    async configure({ params: { interface: link }, body }) {
      let after: Radio | undefined
      await change((draft) => {
        const before = demandRadio(draft.radios.get(link), link)
        after = { ...before, Settings: updated(before.Settings, body) }
        draft.radios.put(link, after)
        // The router is in one country.
        const { Country_code: country_code } = body
        for (const [name, other] of country_code === undefined ? [] : [...draft.radios.rows()])
          draft.radios.put(name, { ...other, Settings: { ...other.Settings, country_code } })
      })
      return shown(after!)
    },

    async setChannel({ params: { interface: link }, body }) {
      const computed = computeChannel(body)
      const channels = await channelsOf(link)
      if (channels.length > 0 && !channels.some(({ frequency }) => frequency === computed.Freq1))
        throw new Invalid(phrase('wifi.channelOfRadio', computed.Freq1), 'Channel')
      await edit(link, (before) => ({ ...before, Settings: withChannel(before.Settings, body) }))
      return computed
    },

    calculateChannel: ({ body }) => computeChannel(body),

    async enable({ params: { interface: link } }) {
      const found = facts.links.get(link)
      if (!found) throw new Invalid(phrase('wifi.linkUnknown', link), 'interface')
      const { mac, permanentMac = mac } = found
      const bands = await bandsOf(link)
      const others = [...facts.radios.values()]
      const is24Taken = others.some(({ Settings }) => Settings.hw_mode !== 'a')
      const is5GHz = bands.has('5 GHz') && (is24Taken || !bands.has('2.4 GHz'))
      const radio = newRadio(link, permanentMac, others, is5GHz)
      const shared = others.find(({ Guest }) => Guest !== null)?.Guest ?? null
      const Guest = shared && (await guestRefusal(iw, radio)) === undefined ? shared : null
      await change((draft) => {
        draft.interfaces.put(link, { ...asAccessPoint(draft, link), Enabled: true })
        if (!draft.radios.get(link)) draft.radios.put(link, { ...radio, Guest })
      })
    },

    async disable({ params: { interface: link } }) {
      await change((draft) => {
        if (draft.interfaces.get(link)?.Type !== 'AP')
          throw new Invalid(phrase('wifi.notAccessPoint', link), 'interface')
        draft.interfaces.put(link, { ...asAccessPoint(draft, link), Enabled: false })
      })
    },

    async reset({ params: { interface: link } }) {
      await edit(link, (before) => ({
        ...before,
        Settings: newRadio(link, '', [before]).Settings,
      }))
    },

    reloadPassphrases: () => radio.reloadPassphrases(),
    restart: () => radio.restart(),
    restartSetup: () => radio.restart(),

    failsafe({ params: { interface: link } }) {
      demandRadio(facts.radios.get(link), link)
      return radio.states().get(link)?.state === 'failsafe' ? 'failsafe running' : 'ok'
    },

    async runFailsafe({ params: { interface: link } }) {
      demandRadio(facts.radios.get(link), link)
      try {
        await radio.failsafe(link)
      } catch (error) {
        if (error instanceof Unavailable) throw new Invalid(error.phrase, 'interface', { cause: error })
        throw error
      }
      const now = radio.states().get(link)
      if (now?.state !== 'failsafe') throw new Refused(phrase('wifi.radioNotRunning', link, now?.reason ?? ''))
    },

    async enableExtraBss({ params: { interface: link }, body }) {
      const { Ssid, GuestPassword, WpaKeyMgmt } = body
      if (GuestPassword !== '') checkPassphrase(GuestPassword, 'GuestPassword')
      const refusal = await guestRefusal(iw, demandRadio(facts.radios.get(link), link))
      if (refusal !== undefined) throw new Invalid(refusal, 'interface')
      await edit(link, (before) => ({
        ...before,
        Guest: { Ssid, Passphrase: GuestPassword, Wpa3: WpaKeyMgmt.split(' ').includes('SAE'), Until: 0 },
      }))
    },

    async disableExtraBss({ params: { interface: link } }) {
      if (!facts.radios.get(link)?.Guest) throw new NotFound(phrase('wifi.noGuestNetwork', link))
      await edit(link, (before) => ({ ...before, Guest: null }))
    },

    async move({ params: { interface: link }, body: { MAC, TargetInterface } }) {
      const network = baseOf(facts.stations.get(MAC)?.link ?? '')
      if (radioOf(network) !== link) throw new Invalid(phrase('wifi.stationNotConnected', link), 'MAC')
      if (TargetInterface === link) throw new Invalid(phrase('wifi.stationAlreadyOnRadio'), 'TargetInterface')
      const settings = facts.radios.get(TargetInterface)?.Settings
      const target = network.replace(link, TargetInterface)
      if (!settings || !radio.networks().get(TargetInterface)?.includes(target))
        throw new Invalid(phrase('wifi.targetNetworkUnknown', target), 'TargetInterface')
      const status = parseFields(await ask(TargetInterface, 'STATUS'))
      const command = transitionCommand(MAC, {
        bssid: fieldOfBss(status, 'bssid', target),
        frequency: Number(status.freq),
        settings,
      })
      if ((await ask(network, command)).trim() !== 'OK') throw new Refused(phrase('wifi.transitionNotSent'))
    },

    async deauthenticate({ params: { interface: link }, body: mac }) {
      const network = baseOf(facts.stations.get(mac)?.link ?? link)
      // hostapd sends the frame also to a station that it does not list: that one may still be associated.
      await ask(network, `DEAUTHENTICATE ${mac}`)
    },
  }
}

function demandRadio(radio: Radio | undefined, link: string): Radio {
  if (!radio) throw new Invalid(phrase('wifi.radioSettingsAbsent', link), 'interface')
  return radio
}

function asAccessPoint(draft: Draft, link: string): InterfaceConfig {
  const now = draft.interfaces.get(link)
  if (now && now.Type !== 'AP' && now.Type !== 'Other')
    throw new Invalid(phrase('wifi.linkOfOtherType', link, now.Type), 'interface')
  return { Subtype: '', Enabled: true, ...now, Name: link, Type: 'AP' }
}

/** With what the router sets itself: clients show it. */
const shown = ({ Name, Settings }: Radio): Record<string, string | number> => ({
  interface: Name,
  ...Settings,
  ap_isolate: 1,
  auth_algs: 1,
  ieee80211d: 1,
  ieee80211w: (Settings.op_class ?? 0) >= 131 ? 2 : 1,
  multicast_to_unicast: 1,
  per_sta_vif: 1,
  sae_pwe: 2,
  wmm_enabled: 1,
  wpa: 2,
  wpa_key_mgmt: (Settings.op_class ?? 0) >= 131 ? 'SAE' : 'WPA-PSK WPA-PSK-SHA256 SAE',
})
