import type { radioFaults as english } from '../../../wifi/radiostate/faults.ts'

/** German texts of why a radio does not run with its settings. */
export const radioFaults: typeof english = {
  not_permitted: (channel) => `Das Land erlaubt keinen Zugangspunkt auf Kanal ${channel}`,
  not_supported: (channel) => `Das Funkmodul unterstützt Kanal ${channel} mit dieser Breite nicht`,
  not_installed: (program) => `Das Programm ${program} ist nicht installiert: apt-get install ${program}`,
  not_a_radio: (link) => `${link} ist keine WLAN-Karte`,
  ended: () => 'Der Zugangspunkt wurde beendet',
  no_network: (state) => `Der Zugangspunkt zeigt kein Netz (${state})`,
  requested: () => 'Die Notkonfiguration wurde angefordert',
  other: (message) => message,
}
