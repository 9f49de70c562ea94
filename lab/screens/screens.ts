import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { prepare } from '../../bin/prepare.js'
import { texts } from '../../web/texts.ts'
import { CHROMIUM, openBrowser, watch } from '../browser/browser.ts'
import { type Home, openHome } from '../home/home.ts'
import { household } from '../home/household.ts'
import { runSealed } from '../process/seal.ts'
import { walkAlerts } from './alerts.ts'
import { walkDevices } from './devices.ts'
import { walkDns } from './dns.ts'
import { walkFirewall } from './firewall.ts'
import { walkGroups } from './groups.ts'
import { walkGuests } from './guests.ts'
import { walkHome } from './home.ts'
import { walkLinks } from './links.ts'
import { walkMap } from './map.ts'
import { walkPlugins } from './plugins.ts'
import { walkSetup } from './setup.ts'
import { walkShell } from './shell.ts'
import { PASSWORD, SCREENS, shoot, type Walk } from './stage.ts'
import { walkSystem } from './system.ts'
import { walkTraffic } from './traffic.ts'
import { walkUplinks } from './uplinks.ts'
import { walkVpn } from './vpn.ts'
import { walkWifi } from './wifi.ts'

/**
 * `npm run screens`: a picture of every screen of the admin app, in several looks, for review. With names of
 * areas, only of those: `npm run screens dns map`; with `--sharp`, as a screen with small pixels shows them.
 */
const AREAS: Readonly<Record<string, Walk>> = {
  setup: walkSetup,
  home: walkHome,
  traffic: walkTraffic,
  map: walkMap,
  groups: walkGroups,
  devices: walkDevices,
  firewall: walkFirewall,
  dns: walkDns,
  alerts: walkAlerts,
  links: walkLinks,
  wifi: walkWifi,
  guests: walkGuests,
  uplinks: walkUplinks,
  vpn: walkVpn,
  plugins: walkPlugins,
  system: walkSystem,
  shell: walkShell,
}

/** Areas that need a radio. */
const WITH_RADIO = ['setup', 'wifi', 'guests', 'uplinks']

const SHARP = '--sharp'
const ROUTER = 'http://192.168.2.1'

async function signIn(page: Page): Promise<void> {
  await page.goto(ROUTER)
  await page.getByRole('textbox', { name: texts.login.password, exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: texts.login.submit, exact: true }).click()
  await page.getByRole('heading', { name: texts.shell.start, exact: true }).waitFor()
}

async function populate(home: Home): Promise<void> {
  const { stranger, printer, ...wireless } = household
  for (const [name, spec] of Object.entries({ ...wireless, printer })) await (await home.addDevice(name, spec)).join()
}

async function inside([sharp, ...areas]: readonly string[]): Promise<void> {
  const unset = areas.includes('setup')
  // A minute of the history lasts a second, so that there is an hour of traffic.
  const options = {
    unset,
    password: PASSWORD,
    minuteMs: 1000,
    mockRadio: WITH_RADIO.some((area) => areas.includes(area)),
  }
  const home = await openHome({ desk: { wired: true, unknown: true } }, options)
  await home.desk.join()
  const browser = await openBrowser(home.desk, CHROMIUM)
  try {
    const page = await browser.newPage({ locale: 'en-GB', deviceScaleFactor: sharp === SHARP ? 2 : 1 })
    page.setDefaultTimeout(10_000)
    const complaints = watch(page, ROUTER)
    if (unset) await walkSetup(page, home, ROUTER, shoot)
    else await signIn(page)
    const others = areas.filter((area) => area !== 'setup')
    if (others.length > 0) {
      home.router.login = `admin:${PASSWORD}`
      await populate(home)
    }
    for (const area of others) await AREAS[area]?.(page, home, ROUTER, shoot)
    for (const complaint of new Set(complaints)) console.log(`  the browser said: ${complaint}`)
  } catch (error) {
    for (const one of browser.contexts().flatMap((context) => context.pages()))
      await one.screenshot({ path: `${SCREENS}/failed.png` })
    throw error
  } finally {
    await browser.close()
    await home.close()
  }
}

/** Runs this file again inside a sealed process tree. */
async function outside(args: readonly string[]): Promise<void> {
  const wanted = args.filter((arg) => arg !== SHARP)
  const known = Object.keys(AREAS)
  const stranger = wanted.find((area) => !known.includes(area))
  if (stranger) throw new Error(`there is no area ${stranger}; there are ${known.join(', ')}`)
  await prepare(['router', 'home', 'test'])
  if (wanted.length === 0) rmSync(SCREENS, { recursive: true, force: true })
  const areas = known.filter((area) => wanted.length === 0 || wanted.includes(area))
  const self = [
    '--',
    process.execPath,
    fileURLToPath(import.meta.url),
    'inside',
    args.includes(SHARP) ? SHARP : 'plain',
    ...areas,
  ]
  const status = await runSealed(fileURLToPath(new URL('../process/inside.ts', import.meta.url)), self)
  console.log(`  pictures are in ${SCREENS}`)
  process.exit(status)
}

const [first, ...rest] = process.argv.slice(2)
await (first === 'inside' ? inside(rest) : outside(process.argv.slice(2)))
