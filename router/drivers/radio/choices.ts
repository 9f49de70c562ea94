import { z } from 'zod'
import { orUndefined, Unavailable } from '../../errors.ts'
import { phyOf } from '../../machine/iw.ts'
import type { Machine } from '../../machine/machine.ts'
import { scan } from '../../machine/wifiscan.ts'
import { channelOf, settingsBand, settingsWidth } from '../../model/wifi/radios/channel.ts'
import { type Candidate, rankChannels, type Spectrum, type Wish } from '../../model/wifi/radios/choice.ts'
import type { RadioSettings } from '../../model/wifi/radios/radio.ts'
import { withChannel } from '../../model/wifi/radios/settings.ts'
import { ChannelChoice } from '../../model/wifi/radiostate/state.ts'
import { phrase } from '../../phrases/phrase.ts'
import { readDocument, withVersion } from '../../store/versions.ts'
import { parseRules } from '../../wire/iw.ts'
import { type IwChannel, parseBlocks, parseChannels, parseSurveys } from '../../wire/spectrum.ts'
import type { AccessPointItem } from './item.ts'
import { setLinkUp } from './scan.ts'

/** Time between looks at the rules of the country, and how many there are. */
const RULES_MS = 200
const RULES_LOOKS = 15

/** The automatic choices of channels. They are kept in files for as long as the machine runs, as the access points are. */
export interface Choices {
  /** The choice that was made for these settings; undefined if there is none yet. */
  known(item: AccessPointItem): ChannelChoice | undefined
  /** Chooses anew, which takes seconds; a choice that is being made is waited for. Throws `Unavailable`, `CommandFailed`. */
  choose(item: AccessPointItem): Promise<ChannelChoice>
  forget(link: string): void
}

/** `of`: the settings that the choice was made for. */
const Kept = { schema: z.object({ of: z.string(), choice: ChannelChoice }), migrations: [] }

type ChoiceMachine = Pick<Machine, 'run' | 'readFile' | 'writeFile' | 'removeFile' | 'clock'>

export function openChoices(machine: ChoiceMachine, directory: string): Choices {
  const making = new Map<string, Promise<ChannelChoice>>()
  const fileOf = (link: string): string => `${directory}/hostapd-${link}.choice`

  async function make(item: AccessPointItem): Promise<ChannelChoice> {
    const wish = wishOf(item)
    const ranked = rankChannels(await readSpectrum(machine, item, wish), wish)
    const [best] = ranked
    if (!best) throw new Unavailable(phrase('wifi.noPermittedChannel', wish.band, item.link))
    const choice: ChannelChoice = {
      Channel: best.channel.primary,
      Width: best.channel.width,
      Time: Math.floor(machine.clock.now() / 1000),
      Reason: reasonOf(best, ranked),
      Considered: ranked.map(({ channel, load, networks }) => ({
        Channel: channel.primary,
        Load: Math.round(load),
        Networks: networks,
      })),
    }
    machine.writeFile(fileOf(item.link), JSON.stringify(withVersion(Kept, { of: keyOf(item), choice })), 0o600)
    return choice
  }

  return {
    known(item) {
      const path = fileOf(item.link)
      const text = machine.readFile(path)
      if (text === undefined) return undefined
      try {
        const { of, choice } = readDocument(text, Kept, path)
        return of === keyOf(item) ? choice : undefined
      } catch (error) {
        // Damaged, or of a later version: another choice replaces it.
        return orUndefined(error)
      }
    },
    choose(item) {
      const key = `${item.link} ${keyOf(item)}`
      return making.getOrInsertComputed(key, () => make(item).finally(() => making.delete(key)))
    },
    forget: (link) => machine.removeFile(fileOf(link)),
  }
}

/** Settings with an automatic channel, with the one that was chosen. */
export const withChoice = (settings: RadioSettings, { Channel, Width }: ChannelChoice): RadioSettings =>
  withChannel(settings, {
    Mode: settings.hw_mode,
    Channel,
    Bandwidth: Width as Wish['width'],
    HT_Enable: settings.ieee80211n === 1,
    VHT_Enable: settings.ieee80211ac === 1,
    HE_Enable: settings.ieee80211ax === 1,
    EHT_Enable: settings.ieee80211be === 1,
    Is_6e: settingsBand(settings) === '6 GHz',
    Op_class: 0,
  })

const wishOf = ({ settings, allowDfs }: AccessPointItem): Wish => ({
  band: settingsBand(settings),
  width: settingsWidth(settings),
  allowDfs,
})

const keyOf = (item: AccessPointItem): string => {
  const { band, width, allowDfs } = wishOf(item)
  return `${item.settings.country_code} ${band} ${width} ${allowDfs}`
}

function reasonOf({ channel, load, networks }: Candidate, all: readonly Candidate[]): string {
  const found = networks === 0 ? 'no other network' : networks === 1 ? '1 other network' : `${networks} other networks`
  const least = all.every((other) => other.load >= load)
  const why = least ? 'the least used' : 'little used, and with more transmit power than the others,'
  return `Channel ${channel.primary} is ${why} of ${all.length}: ${found} on it`
}

/** Looks at the channels of a band. The link is up afterwards. */
async function readSpectrum(
  machine: ChoiceMachine,
  { link, settings }: AccessPointItem,
  { band }: Wish,
): Promise<Spectrum> {
  const iw = (...words: string[]): Promise<string> => machine.run(['iw', ...words])
  const country = settings.country_code ?? '00'
  await iw('reg', 'set', country)
  // The kernel changes them later; a radio with its own rules does not accept others.
  for (let look = 0; look < RULES_LOOKS && parseRules(await iw('reg', 'get')).country !== country; look++)
    await new Promise<void>((resolve) => void machine.clock.after(RULES_MS, resolve))
  await setLinkUp(machine, link)
  const phy = (await phyOf(iw, link)) ?? ''
  const channels = parseChannels(await iw(phy.replace('phy', 'phy#'), 'channels'))
  const scanned = channels.filter((channel) => channelOf(channel.frequency)?.band === band && isWorthScanning(channel))
  if (scanned.length === 0) return { channels, networks: [], surveys: [] }
  const frequencies = scanned.map(({ frequency }) => frequency)
  const networks = parseBlocks(await scan(machine, link, frequencies))
  return { channels, networks, surveys: parseSurveys(await iw('dev', link, 'survey', 'dump')) }
}

/** Channels between those of 20 MHz have no networks. */
const isWorthScanning = ({ isDisabled, widths, frequency }: IwChannel): boolean =>
  !isDisabled && (frequency < 5000 || frequency > 5925 || widths.some((width) => width.startsWith('HT40')))
