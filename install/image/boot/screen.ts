import { renderQr } from '../../../bin/vpn/qr.js'
import { SETUP_SSID } from '../../../router/model/home/setup/network.ts'
import { STICK_LABEL } from '../files.ts'

/** What the console shows. */
export interface ScreenState {
  readonly version: string
  /** The links of the household and their uplink; undefined if the machine has too few. */
  readonly links: { readonly uplinks: readonly string[]; readonly ports: readonly string[] } | undefined
  /** The IPv4 addresses of the uplinks. */
  readonly uplinkAddresses: readonly string[]
  /** The router's own address in the home; undefined while it does not answer. */
  readonly address: string | undefined
  readonly isSetUp: boolean
  /** Whether the slot is kept, so that a bundle may replace the other one. */
  readonly canUpdate: boolean
  /** What became of the bundle of the last stick. */
  readonly bundle?: string | undefined
  /** Of the wifi network for the setup. */
  readonly passphrase: string | undefined
}

const instructions = ({ address, links, isSetUp, canUpdate, passphrase }: ScreenState): string[] => {
  if (links === undefined)
    return ['A router needs two network ports. Add one, for example a USB adapter, and start this machine again.']
  if (address === undefined) return ['The router is starting.']
  const url = `http://${address}/`
  if (isSetUp)
    return [
      `The router runs. Administration: ${url}`,
      ...(canUpdate ? [`To update it, plug in a USB stick with a bundle and the label ${STICK_LABEL}.`] : []),
    ]
  const wifi = passphrase === undefined ? [] : [`or join the wifi network ${SETUP_SSID} (passphrase ${passphrase}),`]
  return [
    'To set up this router:',
    ...(links.ports.length === 0 ? [] : [`connect a computer to one of the ports ${links.ports.join(', ')},`]),
    ...wifi,
    `and open ${url}`,
    '',
    renderQr(url, { colored: true }),
  ]
}

/** The text of the console, which replaces the one before. */
export function renderScreen(state: ScreenState): string {
  const { version, links, uplinkAddresses, bundle } = state
  const internet = uplinkAddresses.length > 0 ? uplinkAddresses.join(', ') : 'no address yet'
  return [
    `Sallyport ${version}`,
    '',
    ...instructions(state),
    '',
    ...(bundle === undefined ? [] : [bundle, '']),
    ...(links === undefined ? [] : [`Internet (port ${links.uplinks.join(', ')}): ${internet}`]),
    '',
  ].join('\n')
}
