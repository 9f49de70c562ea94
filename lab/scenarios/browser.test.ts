import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { TOTP } from 'otpauth'
import type { Browser, Page } from 'playwright-core'
import { texts } from '../../web/texts.ts'
import { noBrowser, openBrowser, watch } from '../browser.ts'
import { exchange } from '../call.ts'
import { RESOLVER } from '../guests/addresses.ts'
import type { HouseholdDevice } from '../guests/device.ts'
import type { HomeOf } from '../home.ts'
import { openStories, type Story } from '../story.ts'

const household = { desk: { wired: true, unknown: true }, phone: { unknown: true } } as const
type Told = HomeOf<typeof household>

const reason = noBrowser()
const story: Story<Told> = reason
  ? (title) => void test(title, { skip: reason }, () => {})
  : await openStories(household, { unset: true })

const ROUTER = 'http://192.168.2.1'
const PASSWORD = 'a long enough password'
let browser: Browser | undefined
let page: Page
let complaints: string[]
let laptop: HouseholdDevice
let camera: HouseholdDevice
after(() => browser?.close())

/** A story that the browser has nothing to complain about, but for refusals that belong to it. */
function quietly(title: string, tell: (home: Told) => Promise<void>, refusals: readonly string[] = []): void {
  story(title, async (home) => {
    await tell(home)
    assert.deepEqual(
      complaints.splice(0).filter((complaint) => !refusals.includes(complaint)),
      [],
    )
  })
}

const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
/** After the words may stand since when. */
const standing = (name: string, words: string) => row(name).getByText(new RegExp(`^${words}`))

/** Do something that changes a device, and wait until the router has answered it. */
async function saved(act: () => Promise<unknown>): Promise<void> {
  const answer = page.waitForResponse((response) => response.request().method() !== 'GET')
  await act()
  assert.equal((await answer).status(), 200)
}

/** From the list to the page of a device. */
async function open(name: string): Promise<void> {
  await page.getByRole('link', { name: texts.shell.devices, exact: true }).click()
  await row(name).getByRole('link').click()
  await heading(name).waitFor()
}

quietly('the owner of a router fresh from the box answers its questions', async ({ desk, router }) => {
  await desk.join()
  browser = await openBrowser(desk)
  page = await browser.newPage({ locale: 'en-GB' })
  page.setDefaultTimeout(10_000)
  complaints = watch(page, ROUTER)
  await page.goto(ROUTER)
  await field(texts.setup.password).fill(PASSWORD)
  await field(texts.setup.again).fill(PASSWORD)
  await page.getByRole('radio', { name: 'wan0' }).check()
  await button(texts.setup.submit).click()
  await heading(texts.setup.done).waitFor()

  router.login = `admin:${PASSWORD}`
  const UpstreamProviders = [{ IPAddress: RESOLVER, TLSHost: 'dns.test', DisableTls: false }]
  await router.api('/dnsSettings', { UpstreamProviders })
})

quietly('a wrong password is told in plain words, the right one opens the app, and a reload asks for none', async () => {
  await page.getByRole('link', { name: texts.setup.toLogin }).click()
  await field(texts.login.user).fill('admin')
  await field(texts.login.password).fill('not the password')
  await button(texts.login.submit).click()
  await page.getByText(texts.login.wrong, { exact: true }).waitFor()
  await field(texts.login.password).fill(PASSWORD)
  await button(texts.login.submit).click()
  await heading(texts.shell.start).waitFor()
  await page.getByRole('link', { name: texts.shell.devices, exact: true }).click()
  await heading(texts.devices.title).waitFor()
  await page.reload()
  await page.getByText(texts.shell.live, { exact: true }).waitFor()
}, ['GET /setup 400', 'PUT /session 401'])

quietly('the list shows who comes and who goes, by itself', async (home) => {
  laptop = await home.addDevice('laptop', { Policies: ['wan', 'dns'] })
  camera = await home.addDevice('camera', { Policies: ['dns'] })
  for (const device of [laptop, camera]) {
    await standing(device.name, texts.devices.offline).waitFor()
    await device.join()
    await standing(device.name, texts.devices.online).waitFor()
  }
  await laptop.leave()
  await standing('laptop', texts.devices.offline).waitFor()
  await laptop.join()
  await standing('laptop', texts.devices.online).waitFor()
})

quietly('taking the internet from a device takes it at once, and giving it back gives it', async () => {
  assert.ok(await laptop.fetch('http://www.test/'))
  await open('laptop')
  const internet = page.getByRole('switch', { name: texts.policies.wan.title })
  await saved(() => internet.uncheck({ force: true }))
  assert.equal(await laptop.fetch('http://www.test/'), undefined)
  await saved(() => internet.check({ force: true }))
  assert.ok(await laptop.fetch('http://www.test/'))
})

quietly('a new phone gets a passphrase, shown once, and the page notices when it is used', async ({ phone }) => {
  await open('laptop')
  await page.getByRole('link', { name: texts.device.back }).click()
  await page.getByRole('link', { name: texts.devices.add }).click()
  await field(texts.add.name).fill('Ada’s phone')
  await saved(() => button(texts.add.submit).click())
  await heading(texts.add.waiting('Ada’s phone')).waitFor()
  const passphrase = (await page.locator('output').textContent()) ?? ''
  assert.match(passphrase, /^\S{8,63}$/)
  await field(texts.add.network).fill('home; sweet home')
  await page.getByRole('img', { name: texts.add.qrLabel('home; sweet home') }).waitFor()

  await phone.join()
  await heading(texts.add.joined('Ada’s phone')).waitFor()
  assert.ok(await phone.fetch('http://www.test/'))
  await page.getByRole('link', { name: texts.add.open }).click()
  await heading('Ada’s phone').waitFor()
  await page.goBack()
  await heading(texts.add.title).waitFor()
  assert.ok(!(await page.content()).includes(passphrase), 'the passphrase is on the page again')
})

quietly('two devices find each other in a group whose name is typed', async ({ phone }) => {
  assert.ok(!(await phone.pings(camera)))
  for (const name of ['Ada’s phone', 'camera']) {
    await open(name)
    await page.getByRole('combobox', { name: texts.device.groups }).fill('Snapshots')
    await saved(() => page.keyboard.press('Enter'))
  }
  await page.getByText(texts.device.together('Ada’s phone')).waitFor()
  assert.ok(await phone.pings(camera))
  assert.ok(await camera.pings(phone))
})

quietly('a deleted device is cut off', async () => {
  await open('laptop')
  await button(texts.device.remove).click()
  await saved(() => button(texts.device.removeConfirm).click())
  assert.equal(await laptop.fetch('http://www.test/'), undefined)
  assert.ok(!(await laptop.reaches('192.168.2.1', 80)))
  await row('camera').waitFor()
  assert.equal(await row('laptop').count(), 0)
})

quietly(
  'the tab keeps no password, and what it keeps ends with signing out',
  async ({ router }) => {
    const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))
    assert.ok(!kept.includes(PASSWORD))
    const [token = ''] = kept.match(/[A-Za-z0-9_-]{43}/) ?? []
    const asked = { method: 'GET', path: '/status', headers: { Authorization: `Bearer ${token}` } }
    assert.equal((await exchange(router.console, asked)).status, 200)
    const ended = page.waitForResponse((response) => response.request().method() === 'DELETE')
    await button(texts.shell.signOut).click()
    assert.equal((await ended).status(), 200)
    assert.equal((await exchange(router.console, asked)).status, 401)
    await heading(texts.login.title).waitFor()
    await page.goto(`${ROUTER}/admin/devices`)
    await heading(texts.login.title).waitFor()
  },
  ['GET /setup 400'],
)

quietly(
  'with codes always on, signing in takes one',
  async ({ router }) => {
    const { OTPUsers } = (await router.api('/otp_register', { Name: 'admin' })) as { OTPUsers: { Secret: string }[] }
    const totp = new TOTP({ secret: OTPUsers[0]!.Secret })
    const now = Date.now()
    const [used, next] = [now, now + 30_000].map((timestamp) => totp.generate({ timestamp })) as [string, string]
    await router.api('/otp_validate', { Name: 'admin', Code: used, UpdateAlwaysOn: true, AlwaysOn: true })
    await page.goto(ROUTER)
    await field(texts.login.user).fill('admin')
    await field(texts.login.password).fill(PASSWORD)
    await button(texts.login.submit).click()
    await field(texts.login.code).fill(used)
    await button(texts.login.submit).click()
    await page.getByText(/^The code was used already/).waitFor()
    await field(texts.login.code).fill(next)
    await button(texts.login.submit).click()
    await heading(texts.shell.start).waitFor()
    await page.getByText(texts.shell.live, { exact: true }).waitFor()
  },
  ['GET /setup 400', 'PUT /otp_validate 400'],
)
