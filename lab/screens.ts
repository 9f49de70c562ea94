import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { prepare } from '../bin/prepare.js'
import { texts } from '../web/texts.ts'
import { openBrowser, watch } from './browser.ts'
import { type Home, openHome } from './home.ts'
import { household } from './household.ts'
import { ROOT } from './place.ts'
import { walkDns } from './screens/dns.ts'
import { walkLinks } from './screens/links.ts'
import { walkSystem } from './screens/system.ts'
import { findSeal, startSealed } from './seal.ts'

/**
 * `npm run screens`: a picture of every screen of the admin app, in each of these looks, for somebody to look at.
 * `npm run screens dns map`: of these areas alone.
 */
const LOOKS = [
  { name: 'phone-light', width: 390, height: 844, colorScheme: 'light' },
  { name: 'phone-dark', width: 390, height: 844, colorScheme: 'dark' },
  { name: 'desktop-light', width: 1280, height: 800, colorScheme: 'light' },
  { name: 'desktop-dark', width: 1280, height: 800, colorScheme: 'dark' },
] as const

type Shoot = (page: Page, screen: string) => Promise<void>
type Walk = (page: Page, home: Home, origin: string, shoot: Shoot) => Promise<void>

/** Each begins in a home where everybody is, with a session. */
const AREAS: Readonly<Record<string, Walk>> = {
  devices: walkDevices,
  dns: walkDns,
  links: walkLinks,
  system: walkSystem,
  lost: walkLost,
}

const SCREENS = join(ROOT, '.sallyport/screens')
const ROUTER = 'http://192.168.2.1'
const PASSWORD = 'a long enough password'

async function shoot(page: Page, screen: string): Promise<void> {
  for (const { name, width, height, colorScheme } of LOOKS) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // To hide the caret, Playwright would write a style into the page, which the content policy forbids.
    await page.screenshot({
      path: join(SCREENS, `${screen}-${name}.png`),
      fullPage: true,
      caret: 'initial',
      animations: 'disabled',
    })
  }
  console.log(`  ${screen}`)
}

/** From the box to the first screen. */
async function walkBegin(page: Page, home: Home, shoot: Shoot): Promise<void> {
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const heading = (name: string) => page.getByRole('heading', { name, exact: true })

  await page.goto(ROUTER)
  await page.getByRole('radio', { name: 'wan0' }).waitFor()
  await shoot(page, 'setup')
  await button(texts.setup.submit).click()
  await field(texts.setup.again).fill('something else')
  await shoot(page, 'setup-complaints')
  for (const name of [texts.setup.password, texts.setup.again]) await field(name).fill(PASSWORD)
  await page.getByRole('radio', { name: 'wan0' }).check()
  await shoot(page, 'setup-filled')
  await button(texts.setup.submit).click()
  await heading(texts.setup.done).waitFor()
  await shoot(page, 'setup-done')

  await page.getByRole('link', { name: texts.setup.toLogin }).click()
  await field(texts.login.password).waitFor()
  await shoot(page, 'login')
  await field(texts.login.password).fill('not the password')
  await button(texts.login.submit).click()
  await page.getByRole('alert').first().waitFor()
  await shoot(page, 'login-wrong')
  await field(texts.login.password).fill(PASSWORD)
  await button(texts.login.submit).click()
  await page.getByRole('link', { name: texts.shell.devices, exact: true }).click()
  await heading(texts.devices.title).waitFor()
  await shoot(page, 'devices-first')

  home.router.login = `admin:${PASSWORD}`
  const { stranger, printer, ...wireless } = household
  for (const [name, spec] of Object.entries({ ...wireless, printer })) await (await home.addDevice(name, spec)).join()
}

async function walkDevices(page: Page, home: Home, origin: string, shoot: Shoot): Promise<void> {
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const heading = (name: string) => page.getByRole('heading', { name, exact: true })
  const alert = page.getByRole('alert').first()

  await page.goto(`${origin}/admin/devices`)
  const long = 'The very old tablet that hangs on the wall beside the kitchen door'
  const away = await home.addDevice('tablet', { Name: long, Policies: ['wan', 'dns', 'lan', 'dns:family', 'noapi'] })
  const off = await home.addDevice('playbox', { Name: 'game console', Policies: ['wan', 'dns'] })
  await home.tell(off, { DeviceDisabled: true })
  // The pointer would rest on whatever comes to lie under it.
  await page.mouse.move(0, 0)
  await page.getByRole('listitem').filter({ hasText: 'game console' }).getByText(texts.devices.disabled).waitFor()
  await shoot(page, 'devices')
  await field(texts.devices.search).or(page.getByRole('searchbox')).fill('nobody')
  await button(texts.devices.clearSearch).first().waitFor()
  await shoot(page, 'devices-no-match')

  for (const [screen, device] of [
    ['device', home.devices.get('phone')],
    ['device-away', away],
    ['device-off', off],
  ] as const) {
    await page.goto(`${origin}/admin/devices/${device?.mac}`)
    await heading(texts.device.about).waitFor()
    await shoot(page, screen)
  }
  await page.goto(`${origin}/admin/devices/${home.devices.get('laptop')?.mac}`)
  const groups = page.getByRole('combobox', { name: texts.device.groups })
  await groups.fill('wan')
  await groups.press('Enter')
  await alert.waitFor()
  await shoot(page, 'device-complaint')
  await groups.fill('fam')
  await shoot(page, 'device-typing')
  await page.keyboard.press('Escape')
  await groups.fill('')
  await page.getByRole('switch', { name: texts.policies.lan.title }).check({ force: true })
  await page.getByText(texts.device.saved).waitFor()
  await shoot(page, 'device-saved')
  await button(texts.device.remove).click()
  await heading(texts.device.removeTitle('laptop')).waitFor()
  await shoot(page, 'device-delete')
  await button(texts.device.removeConfirm).click()
  await page.getByText(texts.device.removed('laptop')).waitFor()
  await shoot(page, 'device-deleted')
  await button(texts.device.dismiss).click()

  await page.getByRole('link', { name: texts.devices.add }).click()
  await heading(texts.add.title).waitFor()
  await shoot(page, 'add')
  await field(texts.add.name).fill('Ada’s phone')
  await button(texts.add.submit).click()
  await heading(texts.add.waiting('Ada’s phone')).waitFor()
  await shoot(page, 'add-passphrase')
  await field(texts.add.network).fill('home')
  await shoot(page, 'add-code')
  await (await home.addDevice('newcomer', { unknown: true })).join()
  await heading(texts.add.joined('Ada’s phone')).waitFor()
  await shoot(page, 'add-joined')

  await page.goto(`${origin}/admin/devices/02:00:00:00:00:99`)
  await heading(texts.device.missing).waitFor()
  await shoot(page, 'device-missing')
  await page.goto(`${origin}/admin/nowhere`)
  await heading(texts.shell.notFound).waitFor()
  await shoot(page, 'not-found')
}

async function walkLost(page: Page, home: Home, origin: string, shoot: Shoot): Promise<void> {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const heading = (name: string) => page.getByRole('heading', { name, exact: true })

  await page.goto(`${origin}/admin/devices`)
  await page.getByText(texts.shell.live).waitFor()
  await home.router.kill()
  await page.getByText(texts.shell.lost).waitFor()
  await shoot(page, 'devices-lost')
  await button(texts.shell.signOut).click()
  await heading(texts.failure.screen).or(heading(texts.login.title)).waitFor()
  await shoot(page, 'signed-out-lost')
}

async function inside(wanted: readonly string[]): Promise<void> {
  const home = await openHome({ desk: { wired: true, unknown: true } }, { unset: true })
  await home.desk.join()
  const browser = await openBrowser(home.desk)
  try {
    const page = await browser.newPage({ locale: 'en-GB' })
    page.setDefaultTimeout(10_000)
    const complaints = watch(page, ROUTER)
    const silently: Shoot = async () => {}
    await walkBegin(page, home, wanted.length === 0 ? shoot : silently)
    for (const [area, walk] of Object.entries(AREAS))
      if (wanted.length === 0 || wanted.includes(area)) await walk(page, home, ROUTER, shoot)
    for (const complaint of new Set(complaints)) console.log(`  the browser said: ${complaint}`)
  } finally {
    await browser.close()
    await home.close()
  }
}

/** From outside: the same file again, inside a sealed process tree. */
async function outside(wanted: readonly string[]): Promise<void> {
  const unknown = wanted.find((area) => !Object.hasOwn(AREAS, area))
  if (unknown !== undefined)
    throw new Error(`There is no area "${unknown}"; there are ${Object.keys(AREAS).join(', ')}`)
  await prepare(['router', 'home', 'test'])
  if (wanted.length === 0) rmSync(SCREENS, { recursive: true, force: true })
  mkdirSync(SCREENS, { recursive: true })
  const self = ['--', process.execPath, fileURLToPath(import.meta.url), 'inside', ...wanted]
  const child = startSealed(findSeal(), join(ROOT, 'lab/inside.ts'), self)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.disconnect())
  child.on('exit', (code) => {
    console.log(`  pictures are in ${SCREENS}`)
    process.exit(code ?? 1)
  })
}

const areas = process.argv.slice(2)
await (areas[0] === 'inside' ? inside(areas.slice(1)) : outside(areas))
