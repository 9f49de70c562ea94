import assert from 'node:assert/strict'
import { TOTP } from 'otpauth'
import type { Route } from 'playwright-core'
import { addTexts } from '../../../web/texts/home/devices/add.ts'
import { deviceTexts } from '../../../web/texts/home/devices/device.ts'
import { setupTexts } from '../../../web/texts/home/setup.ts'
import { texts } from '../../../web/texts.ts'
import { openAppStories, ROUTER } from '../../browser/app.ts'
import { exchange } from '../../contract/call.ts'
import { RESOLVER } from '../../guests/addresses.ts'
import type { HouseholdDevice } from '../../guests/device.ts'

const PASSWORD = 'a long enough password'
const { story, page, enter, visit, signIn, field, button, link, heading, row, words, saved } = await openAppStories(
  { desk: { wired: true, unknown: true }, phone: { unknown: true } },
  { unset: true, password: PASSWORD },
)
let laptop: HouseholdDevice
let camera: HouseholdDevice

/** The text may be followed by a time. */
const standing = (name: string, words: string) => row(name).getByText(new RegExp(`^${words}`))

/** Opens the page of a device from the list. */
async function open(name: string): Promise<void> {
  await link(texts.shell.devices).click()
  await row(name).getByRole('link').click()
  await heading(name).waitFor()
}

story('the setup of a new router', async ({ router }) => {
  await visit('/')
  await field(setupTexts.password).fill(PASSWORD)
  await field(setupTexts.again).fill(PASSWORD)
  await page.getByRole('radio', { name: 'wan0' }).check()
  await button(setupTexts.submit).click()
  await words(setupTexts.internet.up).waitFor()
  await button(setupTexts.next).click()
  await heading(setupTexts.home.title).waitFor()
  await button(setupTexts.next).click()
  await heading(setupTexts.computer.title).waitFor()
  await button(setupTexts.later).click()
  await button(setupTexts.phone.finishLater).click()
  await heading(texts.shell.start).waitFor()

  router.login = `admin:${PASSWORD}`
  const UpstreamProviders = [{ IPAddress: RESOLVER, TLSHost: 'dns.test', DisableTls: false }]
  await router.api('/dnsSettings', { UpstreamProviders })
})

story('a wrong password shows an error, the right one opens the app, and a reload stays signed in', async () => {
  await button(texts.shell.signOut).click()
  await heading(texts.login.title).waitFor()
  await signIn('not the password')
  await words(texts.login.wrong).waitFor()
  await signIn()
  await heading(texts.shell.start).waitFor()
  await link(texts.shell.devices).click()
  await heading(texts.devices.title).waitFor()
  await page.reload()
  await words(texts.shell.live).waitFor()
  // The first: calls of Home that were under way at sign-out.
}, [/^GET \S+ 401$/, /^PUT \/session\/cookie 401$/])

story('signing out cancels pending calls', async () => {
  const asked = Promise.withResolvers<void>()
  const left = Promise.withResolvers<void>()
  const late = async (route: Route): Promise<void> => {
    asked.resolve()
    await left.promise
    await route.continue()
  }
  await page.route(`${ROUTER}/devices`, late, { times: 1 })
  await page.reload()
  await asked.promise
  await button(texts.shell.signOut).click()
  await signIn()
  await words(texts.shell.live).waitFor()
  left.resolve()
  await link(texts.shell.start).click()
  await heading(texts.shell.start).waitFor()
  await link(texts.shell.devices).click()
  await heading(texts.devices.title).waitFor()
})

story('the device list updates when devices join and leave', async (home) => {
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

story('removing and adding the internet policy takes effect immediately', async () => {
  assert.ok(await laptop.fetch('http://www.test/'))
  await open('laptop')
  const internet = page.getByRole('switch', { name: texts.policies.wan.title })
  await saved(() => internet.uncheck())
  assert.equal(await laptop.fetch('http://www.test/'), undefined)
  await saved(() => internet.check())
  assert.ok(await laptop.fetch('http://www.test/'))
})

story('a new phone gets a passphrase, shown once, and the page shows when it joins', async ({ phone }) => {
  await open('laptop')
  await page.getByRole('link', { name: deviceTexts.back }).click()
  await page.getByRole('link', { name: texts.devices.add }).click()
  await field(addTexts.name).fill('Mum’s phone')
  await saved(() => button(addTexts.submit).click())
  await heading(addTexts.waiting('Mum’s phone')).waitFor()
  const passphrase = (await page.locator('output').textContent()) ?? ''
  assert.match(passphrase, /^\S{8,63}$/)
  await field(addTexts.network).fill('home; sweet home')
  await page.getByRole('img', { name: addTexts.qrLabel('home; sweet home') }).waitFor()

  await phone.join()
  await heading(addTexts.joined('Mum’s phone')).waitFor()
  assert.ok(await phone.fetch('http://www.test/'))
  await page.getByRole('link', { name: addTexts.open }).click()
  await heading('Mum’s phone').waitFor()
  await page.goBack()
  await heading(addTexts.title).waitFor()
  assert.ok(!(await page.content()).includes(passphrase), 'the passphrase is on the page again')
})

story('two devices are put into a new group', async ({ phone }) => {
  assert.ok(!(await phone.pings(camera)))
  for (const name of ['Mum’s phone', 'camera']) {
    await open(name)
    await page.getByRole('combobox', { name: deviceTexts.groups }).fill('Snapshots')
    await saved(() => page.keyboard.press('Enter'))
  }
  await page.getByText(deviceTexts.together(['Mum’s phone'])).waitFor()
  assert.ok(await phone.pings(camera))
  assert.ok(await camera.pings(phone))
})

story('a deleted device is disconnected', async () => {
  await open('laptop')
  // By keyboard: the message about the last change covers the button for seconds.
  await button(deviceTexts.remove).press('Enter')
  await saved(() => button(deviceTexts.removeConfirm).click())
  assert.equal(await laptop.fetch('http://www.test/'), undefined)
  assert.ok(!(await laptop.reaches('192.168.2.1', 80)))
  await row('camera').waitFor()
  assert.equal(await row('laptop').count(), 0)
})

story('the browser stores no password, and signing out ends its session in every tab', async ({ router }) => {
  const kept = await page.evaluate<string>('JSON.stringify({ ...sessionStorage, ...localStorage })')
  assert.ok(!kept.includes(PASSWORD))
  assert.equal(await page.evaluate('document.cookie'), '', 'scripts can read the cookie')
  const [csrf = ''] = kept.match(/[A-Za-z0-9_-]{43}/) ?? []
  const [cookie] = await page.context().cookies()
  assert.deepEqual([cookie?.httpOnly, cookie?.sameSite, cookie?.expires], [true, 'Strict', -1])
  const headers = { Host: '192.168.2.1', Cookie: `${cookie?.name}=${cookie?.value}`, 'X-CSRF-Token': csrf }
  const asked = { method: 'GET', path: '/status', headers }
  assert.equal((await exchange(router.console, asked)).status, 200)
  const other = await page.context().newPage()
  await other.goto(`${ROUTER}/admin/devices`)
  await other.getByRole('heading', { name: texts.devices.title, exact: true }).waitFor()
  const ended = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await button(texts.shell.signOut).click()
  assert.equal((await ended).status(), 200)
  assert.equal((await exchange(router.console, asked)).status, 401)
  await heading(texts.login.title).waitFor()
  await other.getByRole('heading', { name: texts.login.title, exact: true }).waitFor()
  await other.close()
  await visit('/admin/devices')
  await heading(texts.login.title).waitFor()
})

story(
  'with codes always on, signing in needs a code',
  async ({ router }) => {
    const { OTPUsers } = (await router.api('/otp_register', { Name: 'admin' })) as { OTPUsers: { Secret: string }[] }
    const totp = new TOTP({ secret: OTPUsers[0]!.Secret })
    const now = Date.now()
    const [used, next] = [now, now + 30_000].map((timestamp) => totp.generate({ timestamp })) as [string, string]
    await router.api('/otp_validate', { Name: 'admin', Code: used, UpdateAlwaysOn: true, AlwaysOn: true })
    await enter('/')
    await field(texts.login.code).fill(used)
    await button(texts.login.submit).click()
    await page.getByText(/^The code was used already/).waitFor()
    await field(texts.login.code).fill(next)
    await button(texts.login.submit).click()
    await heading(texts.shell.start).waitFor()
    await words(texts.shell.live).waitFor()
  },
  [/^PUT \/otp_validate 400$/],
)
