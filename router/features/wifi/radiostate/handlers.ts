import type { Core } from '../../../core.ts'
import { CommandFailed, Invalid, phraseOf, Unavailable } from '../../../errors.ts'
import { openIw } from '../../../machine/iw.ts'
import type { Machine } from '../../../machine/machine.ts'
import type { Handlers } from '../../../model/operation.ts'
import { channelOf, is5GHzChannel, settingsBand } from '../../../model/wifi/radios/channel.ts'
import { widthsAround } from '../../../model/wifi/radios/choice.ts'
import type { Radio } from '../../../model/wifi/radios/radio.ts'
import type { radioState } from '../../../model/wifi/radiostate/contract.ts'
import type { RadioFault } from '../../../model/wifi/radiostate/fault.ts'
import type { ChannelChoice, RadioChannel, WifiRadio } from '../../../model/wifi/radiostate/state.ts'
import { connected, type StationReading } from '../../../model/wifi/stations/station.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { parseFields } from '../../../wire/hostapd.ts'
import { type IwInterface, parseInterfaces } from '../../../wire/iw.ts'
import { type IwChannel, parseChannels } from '../../../wire/spectrum.ts'
import type { StationReadings } from '../stations/readings.ts'

/** A channel with radar may be checked again after 30 minutes. ETSI EN 301 893, FCC 15.407. */
const NON_OCCUPANCY_SECONDS = 1800

interface CurrentState {
  readonly state: WifiRadio['State']
  readonly reason: string
  readonly fault?: RadioFault | undefined
}

interface Deps extends Pick<Core, 'facts' | 'change'> {
  readonly machine: Pick<Machine, 'run'>
  readonly readings: StationReadings
  readonly radio: {
    request(network: string, command: string): Promise<string>
    states(): ReadonlyMap<string, CurrentState>
    choiceOf(link: string): ChannelChoice | undefined
    choose(link: string): Promise<ChannelChoice>
  }
}

/** A link of a radio in the kernel. */
interface Present {
  readonly phy: string
  readonly link: IwInterface
}

export function radioStateHandlers({ facts, change, machine, readings, radio }: Deps): Handlers<typeof radioState> {
  /** No `iw`, or no radio: nothing to list. */
  const iw = openIw(machine)

  /** By link, without those of stations and of further networks. */
  async function present(): Promise<Map<string, Present>> {
    const phys = Object.entries(parseInterfaces(await iw('dev')))
    return new Map(
      phys.flatMap(([phy, links]) =>
        Object.entries(links).flatMap(([name, link]) => (name.includes('.') ? [] : [[name, { phy, link }] as const])),
      ),
    )
  }

  const stateOf = (name: string, kept: Radio | undefined): Pick<WifiRadio, 'State' | 'Reason' | 'Fault'> => {
    const config = facts.interfaces.get(name)
    if (config?.Type === 'Uplink') return { State: 'uplink', Reason: '', Fault: null }
    if (!kept || config?.Type !== 'AP' || !config.Enabled) return { State: 'off', Reason: '', Fault: null }
    if (kept.Settings.country_code === undefined) return { State: 'no country', Reason: '', Fault: null }
    const { state, reason, fault } = radio.states().get(name) ?? ({ state: 'starting', reason: '' } as CurrentState)
    return { State: state, Reason: reason, Fault: fault ?? null }
  }

  async function describe(
    name: string,
    at: Present | undefined,
    channels: readonly IwChannel[],
    stations: readonly StationReading[],
  ): Promise<WifiRadio> {
    const kept = facts.radios.get(name)
    const settings = kept?.Settings
    const status = parseFields(await radio.request(name, 'STATUS').catch(() => ''))
    const isOnAir = status.state === 'ENABLED'
    const isChecking = status.state === 'DFS'
    const choice = radio.choiceOf(name)
    const { State, Reason, Fault } = stateOf(name, kept)
    const inUse = isOnAir || isChecking ? Number(status.channel) || 0 : 0
    const link = facts.links.get(name)
    return {
      Interface: name,
      MAC: kept?.MAC || (link?.permanentMac ?? link?.mac ?? ''),
      State: isChecking ? 'radar check' : State,
      Reason,
      Fault,
      SecondsLeft: isChecking ? Number(status.cac_time_left_seconds) || 0 : 0,
      Ssid: settings?.ssid ?? '',
      Country: settings?.country_code ?? '',
      Band: settings ? settingsBand(settings) : '',
      Channel: inUse || settings?.channel || choice?.Channel || 0,
      Width: isOnAir ? Number(/width: (\d+) MHz/.exec(at?.link.channel ?? '')?.[1] ?? 0) : 0,
      Frequency: isOnAir ? Number(status.freq) || 0 : 0,
      Power: isOnAir ? Number.parseFloat(at?.link.txpower ?? '') || 0 : 0,
      Stations: stations.filter((station) => station.radio === name).length,
      Automatic: settings?.channel === 0,
      AllowDfs: kept?.AllowDfs ?? false,
      Choice: choice ?? null,
      Channels: channels.flatMap((channel) => channelShown(channel, channels) ?? []),
    }
  }

  return {
    async radios() {
      const links = await present()
      const names = [...new Set([...links.keys(), ...[...facts.radios.values()].map(({ Name }) => Name)])].sort()
      const phys = [...new Set([...links.values()].map(({ phy }) => phy))]
      const texts = await Promise.all(phys.map((phy) => iw(phy.replace('phy', 'phy#'), 'channels')))
      const channelsOf = new Map(phys.map((phy, at) => [phy, parseChannels(texts[at] ?? '')]))
      // hostapd also counts stations that have not proved a passphrase.
      const stations = connected(await readings.read())
      return Promise.all(
        names.map((name) =>
          describe(name, links.get(name), channelsOf.get(links.get(name)?.phy ?? '') ?? [], stations),
        ),
      )
    },

    async chooseChannel({ params: { interface: link }, body: { AllowDfs } }) {
      await change((draft) => {
        const kept = draft.radios.get(link)
        if (!kept) throw new Invalid(phrase('wifi.radioSettingsAbsent', link), 'interface')
        if (kept.Settings.country_code === undefined) throw new Invalid(phrase('wifi.countryNotSet', link), 'interface')
        const Settings = { ...kept.Settings, channel: 0 }
        draft.radios.put(link, { ...kept, Settings, ...(AllowDfs === undefined ? undefined : { AllowDfs }) })
      })
      try {
        return await radio.choose(link)
      } catch (error) {
        if (error instanceof Unavailable || error instanceof CommandFailed)
          throw new Invalid(phraseOf(error), 'interface', { cause: error })
        throw error
      }
    },
  }
}

function channelShown(channel: IwChannel, all: readonly IwChannel[]): RadioChannel | undefined {
  const { frequency, isDisabled, noIr, dbm, dfs, checkSeconds } = channel
  const at = channelOf(frequency)
  // Radios list more than there are channels: every 5 MHz in the upper 5 GHz band.
  if (!at || (at.band === '5 GHz' && !is5GHzChannel(frequency))) return undefined
  const isUnavailable = dfs?.state === 'unavailable'
  return {
    Channel: at.channel,
    Band: at.band,
    Frequency: frequency,
    Permitted: !isDisabled && !noIr,
    Power: isDisabled ? 0 : dbm,
    Widths: widthsAround(all, channel),
    Dfs: dfs?.state ?? 'none',
    CheckSeconds: checkSeconds,
    SecondsLeft: isUnavailable ? Math.max(0, NON_OCCUPANCY_SECONDS - dfs.seconds) : 0,
  }
}
