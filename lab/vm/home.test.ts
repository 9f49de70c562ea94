import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { after, test } from 'node:test'
import { addTexts } from '../../web/texts/home/devices/add.ts'
import { deviceTexts } from '../../web/texts/home/devices/device.ts'
import { stationTexts } from '../../web/texts/wifi/stations.ts'
import { wifiTexts } from '../../web/texts/wifi/wifi.ts'
import { texts } from '../../web/texts.ts'
import { noBrowser, openBrowserHere } from '../browser/browser.ts'
import { openTemporaryHome, SALLYPORT } from '../home/opened.ts'
import { until } from '../process/until.ts'
import { Unavailable } from './debian.ts'
import { fetchParts } from './parts.ts'

/** A home in a virtual machine, as a person sees it from outside (`npm run nightly`): without KVM, opening one takes minutes. */
function whyNot(): string | false {
  try {
    fetchParts()
    return false
  } catch (error) {
    if (error instanceof Unavailable) return error.message
    throw error
  }
}

const skip = whyNot()
const { home } = await openTemporaryHome()

const PENDING = { MAC: 'pending', Name: 'Mum’s phone', Policies: ['wan', 'dns'], PSKEntry: { Type: 'sae', Psk: '' } }
/** Under emulation, the list of the devices alone may take most of a minute. */
const GONE_MS = 90_000
const listed = () => home.command('list').stdout
let passphrase = ''

test('a home opens in a virtual machine: its devices join by radio, commands run inside them', { skip }, async () => {
  await home.start('--vm', '--quiet')
  assert.equal(await home.status('/devices', `admin:${home.password}`), 200)
  assert.equal(await home.status('/devices'), 401)
  for (const name of ['laptop', 'phone', 'tv', 'camera'])
    assert.match(listed(), new RegExp(`^${name} +wlan0\\.\\S*\\d+ +192\\.168\\.2\\.\\d+ +02:`, 'm'))
  const run = home.command('exec', 'laptop', '--', 'sh', '-c', 'hostname; curl -s http://www.test/whoami; exit 7')
  assert.match(run.stdout, /^laptop\n81\.2\.69\.\d+\n$/)
  assert.equal(run.status, 7)
  assert.match(home.command('exec', 'nobody', '--', 'true').stderr, /there is no device "nobody"/)
})

test('the same home does not open twice', { skip }, () => {
  const again = spawnSync(process.execPath, [SALLYPORT, 'start', '--vm'], { env: home.environment, encoding: 'utf8' })
  assert.equal(again.status, 1)
  assert.match(again.stderr, /already running/)
})

test('a new phone joins with the passphrase that was made for it, and with no other', { skip }, async () => {
  const made = (await home.put('/device?identity=pending', PENDING)) as { PSKEntry: { Psk: string } }
  passphrase = made.PSKEntry.Psk
  assert.match(home.command('join', 'newphone').stderr, /"newphone" needs a passphrase/)
  assert.match(home.command('join', 'newphone', 'wrong passphrase').stderr, /does not accept the passphrase/)
  assert.match(home.command('join', 'newphone', passphrase).stdout, /^newphone +wlan0\.\d+ +192\.168\.2\.\d+/m)
  assert.equal(home.command('exec', 'newphone', '--', 'curl', '-s', 'http://www.test/whoami').status, 0)
})

test('a phone whose passphrase is changed is disconnected and cannot return with the old one', { skip }, async () => {
  const [, mac = ''] = /^newphone .* (02:\S+)$/m.exec(listed()) ?? []
  await home.put(`/device?identity=${mac}`, { PSKEntry: { Type: 'sae', Psk: 'another passphrase' } })
  await until('the phone to be gone', () => /^newphone +away/m.test(listed()), GONE_MS)
  assert.match(home.command('join', 'newphone', passphrase).stderr, /does not accept the passphrase/)
  assert.match(home.command('join', 'newphone', 'another passphrase').stdout, /^newphone +wlan0\.\d+ +192\.168\.2/m)
})

test('a person adds a phone in the app, sees it join by radio with its passphrase, and deletes it', {
  skip: skip || (noBrowser() ?? false),
}, async () => {
  const browser = await openBrowserHere()
  after(() => browser.close())
  const page = await browser.newPage({ locale: 'en-GB' })
  page.setDefaultTimeout(120_000) // Without KVM, the router is slow.
  const by = (role: 'button' | 'heading' | 'link' | 'textbox', name: string) =>
    page.getByRole(role, { name, exact: true }).first()
  const phone = page.getByRole('listitem').filter({ hasText: 'Anna’s phone' })

  await page.goto(`http://${home.host}:${home.port}/`)
  await by('textbox', texts.login.user).fill('admin')
  await by('textbox', texts.login.password).fill(home.password)
  await by('button', texts.login.submit).click()
  await by('link', texts.devices.title).click()
  await by('link', texts.devices.add).click()
  await by('textbox', addTexts.name).fill('Anna’s phone')
  await by('button', addTexts.submit).click()
  await by('heading', addTexts.waiting('Anna’s phone')).waitFor()
  const shown = await page.getByRole('region', { name: addTexts.passphrase, exact: true }).locator('output').innerText()

  assert.match(home.command('join', 'annas', 'not this passphrase').stderr, /does not accept the passphrase/)
  assert.match(home.command('join', 'annas', shown).stdout, /^annas +wlan0\.\d+ +192\.168\.2\.\d+/m)
  await by('heading', addTexts.joined('Anna’s phone')).waitFor()
  await by('link', addTexts.open).click()
  const connection = page.getByRole('region', { name: stationTexts.device.title, exact: true })
  await connection
    .getByText(/-\d+ dBm/)
    .first()
    .waitFor()
  await connection.getByText('WPA3').waitFor()
  await by('link', wifiTexts.title).click()
  await phone.getByText(/-\d+ dBm/).waitFor()

  await phone.getByRole('link').click()
  await by('button', deviceTexts.remove).click()
  await by('button', deviceTexts.removeConfirm).click()
  await page.getByText(deviceTexts.removed('Anna’s phone')).waitFor()
  await until('the phone to be gone', () => /^annas +away/m.test(listed()), GONE_MS)
  await by('link', wifiTexts.title).click()
  await page.getByRole('listitem').filter({ hasText: 'laptop' }).waitFor()
  await phone.waitFor({ state: 'hidden' })
  assert.match(home.command('join', 'annas', shown).stderr, /does not accept the passphrase/)
})

test('after kill -9 nothing is left, and the next start has the devices', { skip }, async () => {
  await home.end('SIGKILL')
  await until('the end of all its processes', () => home.processes().length === 0, 60_000)
  await home.start('--vm', '--quiet')
  assert.match(JSON.stringify(await home.devices()), /Mum’s phone/)
  assert.match(listed(), /^laptop +wlan0/m)
  await home.end('SIGTERM')
  await until('the end of all its processes', () => home.processes().length === 0, 60_000)
})
