import { baseOf } from '../../internet/links/interface.ts'
import { guestLink } from '../../wifi/radios/radio.ts'

/** The wifi network from which a router is set up with a phone alone. It exists until the setup is finished. */
export const SETUP_SSID = 'spr-setup'

/** Whether this is the setup network, or the link of one of its clients: `wlan0.ap0`, `wlan0.ap0.4096`. */
export const isSetupLink = (
  link: string,
  { setup }: { readonly setup: { readonly radio: string } | undefined },
): boolean => setup !== undefined && baseOf(link) === guestLink(setup.radio)
