import type { RadioFault } from '../../../../router/model/wifi/radiostate/fault.ts'

/** Why a radio does not run with its settings, by the code of the router. Sentences without a full stop. */
export const radioFaults = {
  not_permitted: (channel: string) => `The country does not permit an access point on channel ${channel}`,
  not_supported: (channel: string) => `The radio does not support channel ${channel} with this width`,
  not_installed: (program: string) => `The program ${program} is not installed: apt-get install ${program}`,
  not_a_radio: (link: string) => `${link} is not a wifi card`,
  ended: () => 'The access point has stopped',
  no_network: (state: string) => `The access point shows no network (${state})`,
  requested: () => 'The failsafe settings were requested',
  other: (message: string) => message,
} satisfies Record<RadioFault['Code'], (detail: string) => string>
