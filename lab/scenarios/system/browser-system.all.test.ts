import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { TOTP } from 'otpauth'
import type { Download } from 'playwright-core'
import { SERVICES } from '../../../router/model/machine/services/service.ts'
import { accessTexts } from '../../../web/texts/access/credentials.ts'
import { deviceTexts } from '../../../web/texts/home/devices/device.ts'
import { setupTexts } from '../../../web/texts/home/setup.ts'
import { backupTexts } from '../../../web/texts/machine/backup.ts'
import { diagnosisTexts } from '../../../web/texts/machine/diagnostics.ts'
import { systemTexts } from '../../../web/texts/machine/system.ts'
import { texts } from '../../../web/texts.ts'
import { openAppStories, ROUTER, SESSION_ENDED } from '../../browser/app.ts'
import type { HouseholdDevice } from '../../guests/device.ts'
import { until } from '../../process/until.ts'

/** Tasks under System in the app, with their effects in the household. Backups: browser-system.test.ts. */
const data = '/run/system'
const { story, page, visit, signIn, field, choice, button, link, heading, words } = await openAppStories(
  {
    desk: { wired: true, Policies: ['wan', 'dns', 'lan', 'api'] },
    phone: { Policies: ['wan', 'dns'] },
    printer: { wired: true, Policies: [], listens: [9100] },
  },
  { data },
)

const { reach } = deviceTexts
const NEXT_PASSWORD = 'another long password'
let totp: TOTP
const PASSPHRASE = 'four words that rhyme'
/** A file of a backup that was made before one-time codes were set up. */
let withoutCodes = ''

const tab = (name: string) => link(name).click()
/** A code is taken once, and one step around now is taken: three codes do for all stories. */
const STEP_MS = 30_000
const code = (step: -1 | 0 | 1) => totp.generate({ timestamp: Date.now() + step * STEP_MS })

/** The code of the step before, which is accepted until this step ends: not shortly before that. */
async function earlierCode(): Promise<string> {
  const left = STEP_MS - (Date.now() % STEP_MS)
  if (left < 5000) await setTimeout(left)
  return code(-1)
}

/** The response and the status of a call from a device. */
async function status(device: HouseholdDevice, path: string, ...options: string[]): Promise<string> {
  const { stdout } = await device.try(
    'curl',
    '-s',
    '-m',
    '3',
    '-o',
    '/dev/null',
    '-w',
    '%{http_code}',
    ...options,
    `${ROUTER}${path}`,
  )
  return stdout
}

async function downloaded(act: () => Promise<unknown>): Promise<{ name: string; file: string }> {
  const [download] = (await Promise.all([page.waitForEvent('download'), act()])) as [Download, unknown]
  return { name: download.suggestedFilename(), file: await download.path() }
}

/** Signs in, and opens System. */
async function signInHere(): Promise<void> {
  await signIn()
  await link(texts.shell.system).click()
  await heading(systemTexts.title).waitFor()
}

story(
  'after a reload, a code is requested in a dialog, and the action continues',
  async ({ router, dir }) => {
    const name = String(await router.api('/backup', { Passphrase: PASSPHRASE }))
    withoutCodes = join(dir, 'renamed.backup')
    writeFileSync(withoutCodes, readFileSync(join(data, 'backups', name)))
    rmSync(join(data, 'backups', name))
    const { OTPUsers } = (await router.api('/otp_register', { Name: 'admin' })) as { OTPUsers: { Secret: string }[] }
    totp = new TOTP({ secret: OTPUsers[0]?.Secret ?? '' })
    await router.api('/otp_validate', { Name: 'admin', Code: await earlierCode() })
    await visit('/')
    await signInHere()
    await tab(systemTexts.tabs.access)
    await page.reload()
    await button(accessTexts.tokens.show).click()
    await field(texts.login.code).fill(code(0))
    await button(texts.code.submit).click()
    await words(accessTexts.tokens.empty).waitFor()
  },
  [/^GET \/tokens 401$/],
)

story('an API token works for its scope until it is deleted', async ({ phone, desk }) => {
  await button(accessTexts.tokens.make).click()
  await field(accessTexts.tokens.name).fill('dashboard')
  await button(accessTexts.tokens.submit).click()
  await words(accessTexts.tokens.nothing).waitFor()
  await choice(accessTexts.tokens.areas.devices).selectOption('read')
  await button(accessTexts.tokens.submit).click()
  await words(accessTexts.tokens.made('dashboard')).waitFor()
  const bearer = `Authorization: Bearer ${await page.locator('output').textContent()}`
  assert.equal(await status(desk, '/devices', '-H', bearer), '200')
  assert.equal(await status(desk, `/device?identity=${phone.mac}`, '-X', 'DELETE', '-H', bearer), '401')
  assert.equal(await status(desk, '/groups', '-H', bearer), '401')

  await button(accessTexts.tokens.close).click()
  await words(accessTexts.tokens.read(accessTexts.tokens.areas.devices)).waitFor()
  await button(accessTexts.tokens.remove('dashboard')).click()
  await button(accessTexts.tokens.removeConfirm).click()
  await words(accessTexts.tokens.empty).waitFor()
  assert.equal(await status(desk, '/devices', '-H', bearer), '401')
})

story(
  'diagnosis explains and changes permissions, pings a device, and captures packets',
  async ({ phone, printer, router, dir }) => {
    await tab(systemTexts.tabs.diagnosis)
    const part = (name: string) => page.getByRole('region', { name, exact: true })
    const explain = part(diagnosisTexts.explain.title)
    const ends = async (from: string, to: string) => {
      await explain.getByRole('combobox', { name: diagnosisTexts.explain.from, exact: true }).fill(from)
      await explain.getByRole('combobox', { name: diagnosisTexts.explain.to, exact: true }).fill(to)
      await explain.getByRole('button', { name: diagnosisTexts.explain.submit, exact: true }).click()
    }
    await ends('phone', 'internet')
    await words(diagnosisTexts.explain.passes).waitFor()
    await choice(reach.what).selectOption('printing')
    await ends('phone', 'printer')
    await words(diagnosisTexts.explain.blocked).waitFor()
    assert.ok(!(await phone.reaches(printer, 9100)))
    await button(reach.endpoint('printer', SERVICES.printing.title)).click()
    await words(diagnosisTexts.explain.passes).waitFor()
    assert.ok(await phone.reaches(printer, 9100))
    await button(reach.lift).click()
    await words(diagnosisTexts.explain.blocked).waitFor()
    assert.ok(!(await phone.reaches(printer, 9100)))

    const ping = part(diagnosisTexts.ping.title)
    const address = (await phone.address()) ?? ''
    await ping.getByRole('combobox', { name: diagnosisTexts.ping.address, exact: true }).fill(address)
    await ping.getByRole('button').click()
    await ping.getByText(/^4 of 4 responses/).waitFor()

    const capture = part(diagnosisTexts.capture.title)
    await capture.getByRole('combobox', { name: diagnosisTexts.capture.protocol, exact: true }).selectOption('icmp')
    await capture.getByRole('combobox', { name: diagnosisTexts.capture.host, exact: true }).fill(address)
    const recorded = await downloaded(async () => {
      await capture.getByRole('button', { name: diagnosisTexts.capture.submit, exact: true }).click()
      await capture.getByText(diagnosisTexts.capture.running('24 B'), { exact: true }).waitFor()
      assert.ok(await phone.pings('192.168.2.1'))
      await until('packets to be recorded', async () => !(await capture.getByText('Recording: 24 B', {}).isVisible()))
      await capture.getByRole('button', { name: diagnosisTexts.capture.stop, exact: true }).click()
    })
    assert.match(recorded.name, /^capture-any-.+\.pcap$/)
    const file = join(dir, 'recorded.pcap')
    writeFileSync(file, readFileSync(recorded.file))
    const lines = await router.namespace.run(['tcpdump', '-n', '-r', file])
    assert.ok(lines.includes('ICMP echo') && lines.includes(address), lines)
  },
)

story(
  'a restore can also replace the password and one-time codes, and cannot be left while it runs',
  async ({ router }) => {
    const dialog = page.getByRole('dialog')
    const submit = dialog.getByRole('button', { name: backupTexts.restore.submit, exact: true })
    const replace = page.getByRole('switch', { name: backupTexts.restore.signIn.label })
    await page.reload()
    await tab(systemTexts.tabs.backup)
    await page.getByLabel(backupTexts.bring.choose, { exact: true }).first().setInputFiles(withoutCodes)
    await replace.check()
    await field(backupTexts.restore.passphrase).fill('something else')
    await submit.click()
    await field(texts.login.code).fill(code(1))
    await button(texts.code.submit).click()
    await dialog.getByRole('alert').first().waitFor()
    assert.ok(await replace.isChecked(), 'the choice is shown as it will be sent')

    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/backup/*/restore', (route) => held.then(() => route.continue()))
    await field(backupTexts.restore.passphrase).fill(PASSPHRASE)
    await submit.click()
    await page.getByText(backupTexts.restore.steps.open).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    assert.ok(await dialog.filter({ hasText: backupTexts.restore.title }).isVisible())
    release()
    await words(backupTexts.restore.doneHint.archive).waitFor()
    assert.partialDeepStrictEqual(await router.api('/otp_status?name=admin'), { Confirmed: false })
    await button(backupTexts.restore.signInNow).click()
    await signInHere()
  },
  [/^PUT \/backup\/[^/]+\/restore 400$/, /^PUT \/backup\/\S+ 401$/, SESSION_ENDED],
)

story('one-time codes that were turned off are set up with a new key', async ({ router }) => {
  const setUp = async () => {
    await button(accessTexts.otp.begin).click()
    await page.getByRole('img', { name: accessTexts.otp.qrLabel }).waitFor()
    totp = new TOTP({ secret: ((await page.locator('output').textContent()) ?? '').replace(/\s/g, '') })
    await field(accessTexts.otp.confirm).fill(code(0))
    await button(accessTexts.otp.finish).click()
    await words(accessTexts.otp.done).waitFor()
    return totp.secret.base32
  }
  await tab(systemTexts.tabs.access)
  const first = await setUp()
  await button(accessTexts.otp.remove).click()
  await field(texts.login.code).fill(code(1))
  await button(accessTexts.otp.removeConfirm).click()
  await button(accessTexts.otp.begin).waitFor()
  assert.partialDeepStrictEqual(await router.api('/otp_status?name=admin'), { Confirmed: false })
  assert.notEqual(await setUp(), first)
})

story(
  'the password is changed without signing in again',
  async ({ desk }) => {
    await tab(systemTexts.tabs.access)
    await button(accessTexts.password.change).click()
    await field(accessTexts.password.current).fill('not the password')
    for (const name of [accessTexts.password.next, setupTexts.again]) await field(name).fill(NEXT_PASSWORD)
    await field(texts.login.code).fill('000000')
    await button(accessTexts.password.submit).click()
    await words(accessTexts.password.wrong).waitFor()
    assert.equal(await status(desk, '/status', '-u', 'admin:open sesame'), '200')
    await field(accessTexts.password.current).fill('open sesame')
    await field(texts.login.code).fill(code(1))
    // The change has ended the session at the router: other calls of the app are rejected before a new session begins.
    await page.route('**/session', async (route) => {
      const rejected = page.waitForResponse((other) => other.status() === 401)
      await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`)
      await rejected
      await route.continue()
    })
    await button(accessTexts.password.submit).click()
    await words(accessTexts.password.done).waitFor()
    await page.unroute('**/session')
    assert.equal(await status(desk, '/status', '-u', 'admin:open sesame'), '401')
    assert.equal(await status(desk, '/status', '-u', `admin:${NEXT_PASSWORD}`), '200')
    await tab(systemTexts.tabs.machine)
    await field(systemTexts.name.title).waitFor()
  },
  [/^PUT \/password 401$/, /^GET \S+ 401$/],
)
