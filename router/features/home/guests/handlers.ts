import type { Core } from '../../../core.ts'
import { Invalid, NotFound } from '../../../errors.ts'
import { openIw } from '../../../machine/iw.ts'
import type { Machine } from '../../../machine/machine.ts'
import { checkPassphrase, generatePassphrase } from '../../../model/home/devices/passphrase.ts'
import type { GuestNetworkState, guests } from '../../../model/home/guests/contract.ts'
import type { Handlers } from '../../../model/operation.ts'
import type { Radio } from '../../../model/wifi/radios/radio.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { zoneOf } from '../../../store/timezone.ts'
import { guestRefusal } from '../../wifi/radios/guestrefusal.ts'
import { nextChange } from './daily.ts'

interface Deps extends Pick<Core, 'facts' | 'change' | 'clock'> {
  readonly machine: Pick<Machine, 'run'>
}

export function guestHandlers({ facts, change, machine, clock }: Deps): Handlers<typeof guests> {
  const iw = openIw(machine)
  return {
    network: () => stateOf(facts.radios.values()),

    async enable({ body: { Ssid, Wpa3, Daily, Passphrase } }) {
      if (Passphrase !== '') checkPassphrase(Passphrase, 'Passphrase')
      const Guest = {
        Ssid,
        Wpa3,
        Passphrase: Passphrase || generatePassphrase(),
        Until: Daily ? nextChange({ now: clock.now(), zone: zoneOf(facts) }) / 1000 : 0,
      }
      const radios = [...facts.radios.values()]
      if (radios.length === 0) throw new Invalid(phrase('home.noRadioForGuests'))
      const refusals = await Promise.all(radios.map((radio) => guestRefusal(iw, radio)))
      if (refusals.every((refusal) => refusal !== undefined)) throw new Invalid(refusals[0]!)
      const unable = new Set(radios.filter((_, at) => refusals[at] !== undefined).map(({ Name }) => Name))
      await change((draft) => {
        const rows = [...draft.radios.rows()]
        if (rows.some(([, { Settings }]) => Settings.ssid === Ssid))
          throw new Invalid(phrase('home.guestNameIsHomeName'), 'Ssid')
        for (const [link, radio] of rows) if (!unable.has(link)) draft.radios.put(link, { ...radio, Guest })
      })
      return stateOf(facts.radios.values())
    },

    async disable() {
      await change((draft) => {
        const radios = [...draft.radios.rows()].filter(([, { Guest }]) => Guest !== null)
        if (radios.length === 0) throw new NotFound(phrase('home.noGuestNetwork'))
        for (const [link, radio] of radios) draft.radios.put(link, { ...radio, Guest: null })
      })
    },
  }
}

/** The network of the first radio that has one. By `enableExtraBSS`, that of another radio may differ. */
function stateOf(all: Iterable<Radio>): GuestNetworkState {
  const radios = [...all].filter(({ Guest }) => Guest !== null)
  const guest = radios[0]?.Guest
  return {
    Enabled: guest !== undefined,
    Ssid: guest?.Ssid ?? '',
    Passphrase: guest?.Passphrase ?? '',
    Wpa3: guest?.Wpa3 ?? true,
    Daily: (guest?.Until ?? 0) > 0,
    ValidUntil: guest?.Until ?? 0,
    Interfaces: radios.map(({ Name }) => Name),
  }
}
