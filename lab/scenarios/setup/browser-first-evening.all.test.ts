import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { after } from 'node:test'
import { TOTP } from 'otpauth'
import type { Browser } from 'playwright-core'
import { passkeyTexts } from '../../../web/texts/access/credentials/passkeys.ts'
import { accessTexts } from '../../../web/texts/access/credentials.ts'
import { usersTexts } from '../../../web/texts/access/users.ts'
import { refusedTexts } from '../../../web/texts/firewall/refused.ts'
import { scheduleTexts } from '../../../web/texts/home/schedules.ts'
import { setupTexts } from '../../../web/texts/home/setup.ts'
import { remoteTexts } from '../../../web/texts/machine/backup/remote.ts'
import { backupTexts } from '../../../web/texts/machine/backup.ts'
import { systemTexts } from '../../../web/texts/machine/system.ts'
import { tlsTexts } from '../../../web/texts/machine/tls.ts'
import { texts } from '../../../web/texts.ts'
import { openAppStories } from '../../browser/app.ts'
import { CHROMIUM, openBrowser, trust } from '../../browser/browser.ts'
import { inspect } from '../../browser/inspect.ts'
import { LOOKS, put } from '../../browser/looks.ts'
import { ECHO_PORT, HOSTS, PROVIDER } from '../../guests/addresses.ts'
import type { HouseholdDevice } from '../../guests/device.ts'
import { eraseState } from '../../guests/router.ts'
import { SFTP_PASSWORD, startSftp } from '../../guests/stores.ts'
import { openSetClock, type SetClock } from '../../home/setclock.ts'
import { until } from '../../process/until.ts'

/**
 * Five tasks of a new owner in one go, from Home on: a bedtime for a tablet, one more hour, what the tablet was refused in the night,
 * a passkey on the phone of the other parent, and a backup of a server that is restored on a new router.
 */
const data = '/run/first-evening'
const FILES = '/run/first-evening-backups'
const SERVER = PROVIDER.public.neighbour
const OWNER_PASSWORD = 'the password of the owner'
const PASSWORD = 'a long password'
const { story, page, enter, visit, signIn, field, button, link, heading, row, words, saved } = await openAppStories(
  {
    desk: { wired: true, Policies: ['wan', 'dns'] },
    tablet: { Policies: ['wan', 'dns'] },
    phone: { Policies: ['wan', 'dns'] },
  },
  { data, password: OWNER_PASSWORD, minuteMs: 1000 },
)
/** The session ends while the clock is set forward. */
const SESSION_ENDS = [/ 401$/]
let clock: SetClock
let browser: Browser | undefined
after(() => browser?.close())

const look = (name: string): Promise<void> => inspect(page, name)
const reaches = (device: HouseholdDevice): Promise<boolean> => device.reaches(HOSTS[0]!, ECHO_PORT)
const echo = refusedTexts.at(HOSTS[0]!, refusedTexts.port('tcp', ECHO_PORT))
/** A time of two days ago, so that the certificate of the router is valid by the clock of the phone. */
const evening = (time: string): string => `${Temporal.Now.plainDateISO('UTC').subtract({ days: 2 })}T${time}`
const morning = (time: string): string => `${Temporal.Now.plainDateISO('UTC').subtract({ days: 1 })}T${time}`

async function pass(local: string): Promise<void> {
  clock.pass(local)
  await page.clock.setSystemTime(clock.unix(local) * 1000)
}

async function openTablet(): Promise<void> {
  await link(texts.shell.devices).click()
  await row('tablet').getByRole('link').click()
  await heading('tablet').waitFor()
}

story('a tablet gets a bedtime', async (home) => {
  clock = openSetClock(home, 'Etc/UTC')
  clock.set(evening('20:30:00'))
  await home.router.kill()
  await home.router.start(clock.variables)
  await home.router.uplinkAddress()
  await page.clock.setSystemTime(clock.unix(evening('20:30:00')) * 1000)
  await put(page, LOOKS[0])
  await enter('/', texts.shell.start)
  await openTablet()
  await link(scheduleTexts.add).click()
  for (const day of ['Fri', 'Sat']) await page.getByRole('checkbox', { name: day }).check()
  await saved(() => button(scheduleTexts.form.save).click())
  await heading('tablet').waitFor()
  assert.ok(await reaches(home.tablet))
  await pass(evening('21:00:01'))
  await until('the bedtime', async () => !(await reaches(home.tablet)))
})

story('the tablet gets one more hour', async ({ tablet }) => {
  await words(scheduleTexts.device.blocked(scheduleTexts.device.schedule('Bedtime'), '07:00')).waitFor()
  await saved(() => button(scheduleTexts.device.hour).click())
  assert.ok(await reaches(tablet))
  await pass(evening('22:00:10'))
  await until('the end of the hour', async () => !(await reaches(tablet)))
})

story(
  'the owner sees a day later what it was refused in the night',
  async ({ tablet }) => {
    await pass(evening('23:10:00'))
    assert.deepEqual((await tablet.resolves('www.test')).length, 1)
    assert.ok(!(await reaches(tablet)))
    await link(refusedTexts.tab).click()
    const list = page.getByRole('list', { name: refusedTexts.rule.schedule('Bedtime') })
    await list.getByText(HOSTS[0]!).waitFor()
    // The session of the evening has ended.
    await pass(morning('23:30:00'))
    await visit('/')
    await signIn(OWNER_PASSWORD)
    await heading(texts.shell.start).waitFor()
    await openTablet()
    await link(refusedTexts.deviceTab).click()
    // Part of the night is more than 24 hours ago.
    await page.getByRole('combobox', { name: refusedTexts.period }).selectOption('night')
    await list.getByText(HOSTS[0]!).waitFor()
    await words(refusedTexts.orderPast).waitFor()
    await list.getByRole('button', { name: refusedTexts.about(refusedTexts.why, echo), exact: true }).waitFor()
    await look('first-evening-refused')
  },
  SESSION_ENDS,
)

story('the other parent becomes a user, and the app shows the address for the phone', async () => {
  await put(page, LOOKS[2])
  await link(texts.shell.system).click()
  await link(systemTexts.tabs.certificate).click()
  await saved(() => button(tlsTexts.enable).click())
  await words(tlsTexts.on).waitFor()
  await page.getByRole('link', { name: 'https://spr.local', exact: true }).waitFor()
  await link(usersTexts.title).click()
  await button(usersTexts.add).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: usersTexts.name, exact: true }).fill('robin')
  await field(usersTexts.newGroup.name).fill('children')
  await field(usersTexts.newGroup.devices).click()
  await page.getByRole('option', { name: 'tablet', exact: true }).click()
  await look('user-new-group')
  await dialog.getByText(usersTexts.newGroup.open, { exact: true }).click()
  await saved(() => button(usersTexts.newGroup.submit).click())
  await page.getByRole('checkbox', { name: 'children', checked: true }).waitFor()
  await dialog.getByLabel(usersTexts.password, { exact: true }).fill(PASSWORD)
  await saved(() => button(usersTexts.save).click())
  await row('robin').getByText(usersTexts.sees('children')).waitFor()
  await words(usersTexts.phone.open('https://spr.local')).waitFor()
  await look('users-phone')
})

story('the phone signs in with the password, adds a passkey, and signs in with it alone', async ({ phone, desk }) => {
  const names = '--host-resolver-rules=MAP spr.local 192.168.2.1'
  trust(phone, await desk.run('curl', '-s', '-m', '3', 'http://192.168.2.1/cert'))
  browser = await openBrowser(phone, CHROMIUM, [names])
  const tab = await browser.newPage({ locale: 'en-GB', viewport: { width: 390, height: 844 } })
  tab.setDefaultTimeout(15_000)
  const debug = await tab.context().newCDPSession(tab)
  await debug.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true } as const
  const able = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true }
  await debug.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, ...able } })
  // The virtual authenticator would confirm the passkey that is offered in the fields, before the button is pressed.
  await tab.addInitScript(
    'window.PublicKeyCredential && (PublicKeyCredential.isConditionalMediationAvailable = async () => false)',
  )
  const press = (name: string) => tab.getByRole('button', { name, exact: true }).click()
  const enter = async () => {
    await tab.getByRole('textbox', { name: texts.login.user, exact: true }).fill('robin')
    await tab.getByRole('textbox', { name: texts.login.password, exact: true }).fill(PASSWORD)
    await press(texts.login.submit)
  }
  const section = tab.getByRole('region', { name: accessTexts.passkeys.title, exact: true })

  await tab.goto('http://spr.local')
  await enter()
  await tab.getByRole('heading', { name: 'tablet', exact: true }).waitFor()
  await tab.getByRole('link', { name: texts.shell.account, exact: true }).click()
  await section.getByText(accessTexts.passkeys.needsCertificate).waitFor()
  await section.getByRole('link', { name: tlsTexts.install.download }).waitFor()
  await inspect(tab, 'passkeys-needs')
  await section.getByRole('link', { name: 'https://spr.local', exact: true }).click()
  await tab.waitForURL('https://spr.local/**')
  await enter()
  await section.getByRole('button', { name: accessTexts.passkeys.add, exact: true }).click()
  await section.getByRole('textbox', { name: accessTexts.passkeys.password, exact: true }).fill(PASSWORD)
  await section.getByRole('button', { name: accessTexts.passkeys.submit, exact: true }).click()
  await section.getByText(accessTexts.passkeys.place('spr.local')).waitFor()
  await press(texts.shell.signOut)
  await press(passkeyTexts.signIn)
  await section.getByText(accessTexts.passkeys.place('spr.local')).waitFor()
  await browser.close()
})

let recoveryKey = ''

story('a backup is stored on a server', async ({ internet, router }) => {
  mkdirSync(FILES, { recursive: true })
  await startSftp(internet.neighbour, '/run/first-evening-ssh', [], 'password')
  const place = { Kind: 'sftp', Host: SERVER, Port: 2222, User: 'root', Password: SFTP_PASSWORD, Folder: FILES }
  const { HostKey } = (await router.api('/backup/remote/test', place)) as { HostKey: string }
  await router.api('/backup/remote', { ...place, HostKey })
  const { State } = (await router.api('/backup/remote/run', undefined, 'PUT')) as { State: string }
  assert.equal(State, 'stored')
  const { OTPUsers } = (await router.api('/otp_register', { Name: 'admin' })) as { OTPUsers: { Secret: string }[] }
  // By the clock of the router, which is also that of the page.
  const timestamp = Number(await page.evaluate('Date.now()'))
  const Code = new TOTP({ secret: OTPUsers[0]!.Secret }).generate({ timestamp })
  router.proof = String(await router.api('/otp_validate', { Name: 'admin', Code }))
  recoveryKey = String(((await router.api('/backup/key')) as { RecoveryKey: string }).RecoveryKey)
  router.proof = undefined
})

story(
  'a new router restores it from the server, beginning with the first page of the setup',
  async (home) => {
    const { desk, router, tablet } = home
    await router.kill()
    eraseState(data)
    await desk.leave()
    await router.start(clock.variables)
    await desk.join()
    await page.context().clearCookies()
    await visit('/manifest.webmanifest')
    await page.evaluate('localStorage.clear(); sessionStorage.clear()')
    await visit('/')
    await button(setupTexts.restore.offer).click()
    await heading(setupTexts.restore.title).waitFor()
    await look('setup-restore')
    await button(setupTexts.restore.fromServer).click()
    for (const name of [setupTexts.password, setupTexts.again]) await field(name).fill('for the setup only')
    await page.getByRole('radio', { name: 'wan0' }).check()
    await look('setup-restore-begin')
    await button(setupTexts.restore.begin).click()
    await words(setupTexts.internet.up).waitFor()
    await button(setupTexts.next).click()
    await heading(setupTexts.restore.server).waitFor()
    await field(remoteTexts.host).fill(SERVER)
    await field(remoteTexts.port).fill('2222')
    await field(remoteTexts.folder).fill(FILES)
    await field(remoteTexts.user).fill('root')
    await page.getByLabel(remoteTexts.password, { exact: true }).fill(SFTP_PASSWORD)
    await button(backupTexts.server.list).click()
    await words(remoteTexts.newHostKey.title).waitFor()
    await look('setup-restore-key')
    await button(backupTexts.server.accept).click()
    await heading(backupTexts.server.found).waitFor()
    await look('setup-restore-server')
    await page.getByRole('region', { name: backupTexts.server.found }).getByRole('button').click()
    await field(backupTexts.restore.passphrase).fill(recoveryKey)
    await button(backupTexts.restore.submit).click()
    const isSetUp = async () => (await router.ask({ method: 'GET', path: '/setup', login: undefined })).status === 400
    await until('the restore', isSetUp)
    // The computer has the address of the backup now.
    await desk.leave()
    await desk.join()
    await page.evaluate('localStorage.clear(); sessionStorage.clear()')
    await visit('/')
    await heading(texts.login.title).waitFor()
    await signIn(OWNER_PASSWORD)
    await heading(texts.shell.start).waitFor()
    await tablet.leave()
    await tablet.join()
    const [rule] = (await router.api('/plugins/pfw/rules')) as unknown as { Name: string }[]
    assert.equal(rule?.Name, 'Bedtime')
    assert.ok(await reaches(desk))
  },
  [/ 40[01]$/, /WebSocket|net::ERR_/],
)
