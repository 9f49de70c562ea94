import { openSync, readFileSync, writeSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { findRouter } from '../../../bin/router.ts'
import { lanIp, type SubnetConfig, tinyNets } from '../../../router/model/home/dhcp/subnet.ts'
import { DATA } from '../../places.ts'
import type { System } from '../../system.ts'
import { BUNDLE_REPORT, READY, SAVED_OPTIONS } from '../files.ts'
import { imageVersion } from './prepare.ts'
import { renderScreen, type ScreenState } from './screen.ts'

const EVERY_MS = 5000
/** The consoles of the kernel, such as `tty0 ttyS0`: the screen and a serial port. A machine may lack one of them. */
const ACTIVE = '/sys/class/tty/console/active'
const FIRST_SCREEN = 'tty1'
/** Clears a terminal, and moves to its first line: ECMA-48, ED and CUP. */
const CLEAR = '\x1b[2J\x1b[H'

function optionsOf(system: System): Pick<ScreenState, 'links' | 'passphrase'> {
  const found = system.entry(SAVED_OPTIONS)
  const text = found.kind === 'file' ? found.content : ''
  const list = (flag: string): string[] => new RegExp(`--${flag} (\\S+?)[" ]`).exec(text)?.[1]?.split(',') ?? []
  const passphrase = /^SALLYPORT_SETUP_PASSPHRASE=(.*)$/m.exec(text)?.[1]
  return { links: text === '' ? undefined : { uplinks: list('uplink'), ports: list('lan') }, passphrase }
}

function addressesOf(system: System, links: readonly string[]): string[] {
  const rows = JSON.parse(system.run(['ip', '-j', '-4', 'addr']).stdout || '[]') as {
    readonly ifname: string
    readonly addr_info: readonly { readonly local: string }[]
  }[]
  return rows
    .filter(({ ifname }) => links.includes(ifname))
    .flatMap(({ addr_info }) => addr_info.map(({ local }) => local))
}

/** What the router says about itself. */
async function routerState(): Promise<Pick<ScreenState, 'address' | 'isSetUp'>> {
  try {
    const router = await findRouter({ data: DATA }, {})
    const address = lanIp(tinyNets((await router.call('GET', '/subnetConfig')) as SubnetConfig))
    const isPending = await router.call('GET', '/setup').then(
      () => true,
      () => false,
    )
    return { address, isSetUp: !isPending }
  } catch {
    return { address: undefined, isSetUp: false }
  }
}

function write(path: string, text: string): void {
  try {
    writeSync(openConsole(path), text)
  } catch {
    // There is no such console here.
  }
}

const opened = new Map<string, number>()
function openConsole(path: string): number {
  const file = opened.get(path) ?? openSync(path, 'w')
  opened.set(path, file)
  return file
}

/** Shows the address of the router on the consoles, and again when something about it has changed. Does not end. */
export async function showConsole(system: System): Promise<never> {
  const consoles = readFileSync(ACTIVE, 'utf8')
    .trim()
    .split(' ')
    .map((name) => `/dev/${name === 'tty0' ? FIRST_SCREEN : name}`)
  for (let shown = ''; ; await pause(EVERY_MS)) {
    const options = optionsOf(system)
    const bundle = system.entry(BUNDLE_REPORT)
    const uplinkAddresses = addressesOf(system, options.links?.uplinks ?? [])
    const text = renderScreen({
      version: imageVersion(system),
      ...options,
      uplinkAddresses,
      ...(await routerState()),
      canUpdate: system.entry(READY).kind === 'file',
      bundle: bundle.kind === 'file' ? bundle.content : undefined,
    })
    if (text === shown) continue
    shown = text
    for (const path of consoles) write(path, `${CLEAR}${text.replaceAll('\n', '\r\n')}`)
  }
}
