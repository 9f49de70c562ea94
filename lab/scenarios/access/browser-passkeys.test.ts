import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Browser, CDPSession, Page } from 'playwright-core'
import type { AuditEntry } from '../../../router/features/audit/entry.ts'
import { accessTexts } from '../../../web/texts/access.ts'
import { passkeyTexts } from '../../../web/texts/passkeys.ts'
import { usersTexts } from '../../../web/texts/users.ts'
import { texts } from '../../../web/texts.ts'
import { CHROMIUM, noBrowser, openBrowser, trust } from '../../browser/browser.ts'
import { inspect } from '../../browser/inspect.ts'
import { openStage } from '../../home/story.ts'

/** Passkeys in Chromium over HTTPS, with the virtual authenticator of its debugger: a phone with a fingerprint. */
const SECURE = 'https://spr.local'
const ACCESS = '/admin/system/access'
const RESOLVER = '--host-resolver-rules=MAP spr.local 192.168.2.1, MAP spr.lan 192.168.2.1'
const words = accessTexts.passkeys

const skip = noBrowser(CHROMIUM)
const { story } = skip
  ? { story: (title: string) => void test(title, { skip }, () => {}) }
  : await openStage({ desk: { wired: true, Policies: ['wan', 'dns', 'api'] } })
let browser: Browser | undefined
let page: Page
let debug: CDPSession
let authenticatorId = ''
after(() => browser?.close())

const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const section = () => page.getByRole('region', { name: words.title, exact: true })
/** A passkey in the list. The steps to install the certificate have no button. */
const row = () =>
  section()
    .getByRole('listitem')
    .filter({ has: page.getByRole('button') })
const passkeyButton = () => button(passkeyTexts.signIn)

const look = (name: string): Promise<void> => inspect(page, `passkeys-${name}`)

async function signIn(): Promise<void> {
  await field(texts.login.password).fill('open sesame')
  await button(texts.login.submit).click()
}

/** Whether a finger is on the sensor: then each request for a passkey is confirmed immediately, and otherwise it waits. */
const touch = (enabled: boolean) => debug.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })

/** Presses the button of the sign-in page, and confirms with the finger. */
async function usePasskey(): Promise<void> {
  await touch(true)
  await passkeyButton().click()
}

/** Opens the sign-in page at an address, signed out. */
async function signedOutAt(origin: string): Promise<void> {
  await touch(false)
  await page.context().clearCookies()
  await page.goto(`${origin}/manifest.webmanifest`)
  await page.evaluate('localStorage.clear()')
  await page.goto(`${origin}${ACCESS}`)
  await field(texts.login.password).waitFor()
}

/** The status and text of a call that a page makes. */
const called = (method: string, path: string, body?: string) =>
  page.evaluate<[number, string]>(
    `fetch(${JSON.stringify(path)}, { method: '${method}', headers: { 'Content-Type': 'application/json' }, body: ${JSON.stringify(body)} })
      .then(async (reply) => [reply.status, await reply.text()])`,
  )

story('without HTTPS and a name, the app says what passkeys need', async ({ desk, router }) => {
  await desk.join()
  await router.api('/firewall/enableTLS', undefined, 'PUT')
  trust(desk, await desk.run('curl', '-s', '-m', '3', 'http://192.168.2.1/cert'))
  browser = await openBrowser(desk, CHROMIUM, [RESOLVER])
  page = await browser.newPage({ locale: 'en-GB' })
  page.setDefaultTimeout(15_000)
  debug = await page.context().newCDPSession(page)
  await debug.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true } as const
  const able = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true }
  ;({ authenticatorId } = await debug.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, ...able } }))
  for (const [origin, hint] of [
    ['http://192.168.2.1', words.needsCertificate],
    ['https://192.168.2.1', words.needsName],
  ] as const) {
    await page.goto(`${origin}${ACCESS}`)
    await signIn()
    await page.getByText(hint).waitFor()
    await page.getByRole('link', { name: SECURE, exact: true }).waitFor()
    assert.equal(await button(words.add).count(), 0)
  }
})

story('a passkey is added with the password', async ({ router }) => {
  await page.goto(`${SECURE}${ACCESS}`)
  await signIn()
  await button(words.add).click()
  await section().getByRole('textbox', { name: words.name, exact: true }).fill('Phone')
  await section().getByRole('textbox', { name: words.password, exact: true }).fill('not the password')
  await button(words.submit).click()
  await page.getByText(words.wrong, { exact: true }).waitFor()
  await look('add')
  await section().getByRole('textbox', { name: words.password, exact: true }).fill('open sesame')
  await button(words.submit).click()
  await row().filter({ hasText: 'Phone' }).waitFor()
  await row()
    .filter({ hasText: words.place('spr.local') })
    .waitFor()
  await look('list')
  const { credentials } = await debug.send('WebAuthn.getCredentials', { authenticatorId })
  assert.deepEqual(
    credentials.map(({ rpId, isResidentCredential }) => [rpId, isResidentCredential]),
    [['spr.local', true]],
  )
  const status = (await router.api('/webauthn/status')) as { Registered: boolean; Credentials: object[] }
  assert.equal(status.Registered, true)
  assert.ok(!JSON.stringify(status).includes('PublicKey'))
})

let assertion = ''

story('it signs in alone, without the password, and the audit log has its user', async ({ router }) => {
  await signedOutAt(SECURE)
  await passkeyButton().waitFor()
  await look('sign-in')
  const sent = page.waitForRequest((request) => request.url().endsWith('/webauthn/login/cookie'))
  await usePasskey()
  assertion = (await sent).postData() ?? ''
  await row()
    .filter({ hasText: words.used('this minute') })
    .waitFor()
  await page.reload()
  await row().waitFor()
  const [entry] = (await router.api('/audit?what=session&limit=1')) as AuditEntry[]
  const { Who, Kind, Operation, What } = entry!
  assert.deepEqual([Who, Kind, Operation], ['admin', 'user', 'POST /webauthn/login/cookie'])
  assert.match(What, /^session of admin/)
})

story('an answer that was used, or was made for another ceremony, is refused', async () => {
  await signedOutAt(SECURE)
  assert.deepEqual(await called('POST', '/webauthn/login/cookie', assertion).then(([status]) => status), 400)
  const [, begun] = await called('PUT', '/webauthn/login')
  const { Session } = JSON.parse(begun)
  const replayed = JSON.stringify({ ...JSON.parse(assertion), session: Session })
  const [status, text] = await called('POST', '/webauthn/login/cookie', replayed)
  assert.deepEqual([status, text], [401, 'The passkey is not known, or its answer is not valid.\n'])
  assert.equal((await called('GET', '/devices'))[0], 401)
})

story('other origins cannot use the passkey', async ({ desk }) => {
  // Another name of the router: the browser has no passkey for it, and does not ask for one of another name.
  await signedOutAt('https://spr.lan')
  await page.waitForLoadState('networkidle')
  assert.equal(await passkeyButton().count(), 0)
  const asked = `navigator.credentials.get({ publicKey: { challenge: new Uint8Array(32), rpId: 'spr.local' } }).then(() => 'given', ({ name }) => name)`
  assert.equal(await page.evaluate<string>(asked), 'SecurityError')
  assert.equal((await called('PUT', '/webauthn/login'))[0], 400)
  // An answer for a challenge of spr.local, sent to spr.lan.
  await signedOutAt(SECURE)
  await passkeyButton().waitFor()
  let stolen = ''
  await page.route('**/webauthn/login/cookie', (route) => {
    stolen = route.request().postData() ?? ''
    return route.abort()
  })
  await usePasskey()
  await page.getByRole('alert').waitFor()
  await page.unroute('**/webauthn/login/cookie')
  await signedOutAt('https://spr.lan')
  assert.equal((await called('POST', '/webauthn/login/cookie', stolen))[0], 400)
  // A page of another site makes the call.
  const foreign = await desk.try(
    'curl',
    ...['-s', '-k', '-m', '5', '-o', '/dev/null', '-w', '%{http_code}', '-X', 'PUT', '-H', 'Origin: https://evil.test'],
    ...['--resolve', 'spr.local:443:192.168.2.1', 'https://spr.local/webauthn/login'],
  )
  assert.equal(foreign.stdout, '403')
})

story('a phone that does not verify its user does not sign in', async () => {
  await signedOutAt(SECURE)
  await debug.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await usePasskey()
  await page.getByText(passkeyTexts.cancelled, { exact: true }).waitFor()
  await debug.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
})

story('the browser offers it in the fields, and it signs in without the button', async () => {
  await signedOutAt(SECURE)
  await passkeyButton().waitFor()
  assert.deepEqual(await page.locator('input[autocomplete~=webauthn]').count(), 2)
  await touch(true)
  await page.reload()
  await row().waitFor()
})

story('the offer is renewed before its challenge expires', async () => {
  await signedOutAt(SECURE)
  const tab = await browser!.newPage()
  await tab.clock.install()
  const begun = () =>
    tab.waitForRequest((request) => request.method() === 'PUT' && request.url().endsWith('/webauthn/login'))
  const first = begun()
  await tab.goto(`${SECURE}${ACCESS}`)
  await first
  const next = begun()
  await tab.clock.fastForward(4 * 60_000)
  await next
  await tab.close()
})

story('a passkey replaces a one-time code', async () => {
  await signedOutAt(SECURE)
  await passkeyButton().waitFor()
  await signIn()
  await row().waitFor()
  await touch(true)
  await button(accessTexts.tokens.show).click()
  const dialog = page.getByRole('dialog', { name: texts.code.title, exact: true })
  await dialog.getByRole('button', { name: passkeyTexts.instead, exact: true }).waitFor()
  await look('dialog')
  await dialog.getByRole('button', { name: passkeyTexts.instead, exact: true }).click()
  await page.getByText(accessTexts.tokens.empty, { exact: true }).waitFor()
})

let codes: string[] = []

story('at every sign-in, a passkey is needed once recovery codes exist', async () => {
  const ask = page.getByRole('switch', { name: words.always })
  await page.getByText(words.alwaysNeeds, { exact: true }).waitFor()
  assert.ok(await ask.isDisabled())
  await button(accessTexts.recovery.make).click()
  const list = section().getByRole('list', { name: accessTexts.recovery.title, exact: true })
  await list.waitFor()
  codes = await list.getByRole('listitem').allTextContents()
  assert.equal(codes.length, 10)
  await button(accessTexts.recovery.done).click()
  await ask.click({ force: true })
  await ask.and(page.locator(':checked')).waitFor()
  await look('always')
})

story('the password alone is refused then, and signs in with the passkey', async () => {
  await signedOutAt(SECURE)
  await passkeyButton().waitFor()
  await signIn()
  await field(texts.login.code).waitFor()
  await look('second')
  await touch(true)
  await button(passkeyTexts.instead).click()
  await row().waitFor()
})

story('where the passkey does not work, a recovery code signs in, and proves what needs a passkey', async () => {
  await signedOutAt('http://192.168.2.1')
  await signIn()
  await page.getByText(texts.login.passkeyHint, { exact: true }).waitFor()
  await button(texts.login.useRecovery).click()
  await field(texts.login.recovery).fill(codes[0]!)
  await button(texts.login.submit).click()
  await row().waitFor()
  await button(accessTexts.tokens.show).click()
  const dialog = page.getByRole('dialog', { name: texts.code.title, exact: true })
  await dialog.getByText(passkeyTexts.elsewhere(SECURE), { exact: true }).waitFor()
  await look('elsewhere')
  await dialog.getByRole('button', { name: texts.login.useRecovery, exact: true }).click()
  await dialog.getByRole('textbox', { name: texts.login.recovery, exact: true }).fill(codes[0]!)
  await dialog.getByRole('button', { name: texts.code.submit, exact: true }).click()
  await dialog.getByText(/used already/).waitFor()
  await dialog.getByRole('textbox', { name: texts.login.recovery, exact: true }).fill(codes[1]!)
  await dialog.getByRole('button', { name: texts.code.submit, exact: true }).click()
  await page.getByText(accessTexts.tokens.empty, { exact: true }).waitFor()
  const ask = page.getByRole('switch', { name: words.always })
  await ask.click({ force: true })
  await ask.and(page.locator(':not(:checked)')).waitFor()
  await signedOutAt(SECURE)
  await passkeyButton().waitFor()
  await signIn()
  await row().waitFor()
  await touch(true)
  await button(accessTexts.tokens.show).click()
  await dialog.getByText(passkeyTexts.confirm, { exact: true }).waitFor()
  await dialog.getByRole('button', { name: passkeyTexts.instead, exact: true }).click()
  await page.getByText(accessTexts.tokens.empty, { exact: true }).waitFor()
})

story('a deleted passkey is refused', async ({ router }) => {
  await row().getByRole('button').click()
  const dialog = page.getByRole('dialog', { name: words.removeTitle('Phone'), exact: true })
  await dialog.getByRole('button', { name: words.remove, exact: true }).click()
  await section().getByText(words.empty, { exact: true }).waitFor()
  assert.deepEqual(await router.api('/webauthn/status'), { Registered: false, Credentials: [] })
  await signedOutAt(SECURE)
  await page.waitForLoadState('networkidle')
  assert.equal(await passkeyButton().count(), 0)
  assert.deepEqual(await called('PUT', '/webauthn/login'), [400, 'There is no passkey for spr.local.\n'])
})

story('an owner deletes the lost passkey of another user', async ({ router }) => {
  await router.api('/users/alex', { Role: 'viewer', Password: 'open sesame' }, 'PUT')
  await field(texts.login.user).fill('alex')
  await signIn()
  await page.getByRole('link', { name: texts.shell.account, exact: true }).click()
  await button(words.add).click()
  await section().getByRole('textbox', { name: words.password, exact: true }).fill('open sesame')
  await touch(true)
  await button(words.submit).click()
  await row().waitFor()
  await look('account')
  await signedOutAt(SECURE)
  await signIn()
  await page.getByRole('link', { name: usersTexts.title, exact: true }).click()
  const user = page.getByRole('listitem').filter({ hasText: 'alex' })
  await user.getByText(usersTexts.passkeys(1)).waitFor()
  await button(usersTexts.editOf('alex')).click()
  await page.getByRole('checkbox', { name: usersTexts.removeCodes, exact: true }).check()
  await look('lost')
  await button(usersTexts.save).click()
  await user.getByText(usersTexts.passkeys(1)).waitFor({ state: 'detached' })
  await signedOutAt(SECURE)
  assert.equal((await called('PUT', '/webauthn/login'))[0], 400)
})
