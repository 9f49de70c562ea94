import assert from 'node:assert/strict'
import { passkeyTexts } from '../../../web/texts/access/credentials/passkeys.ts'
import { accessTexts } from '../../../web/texts/access/credentials.ts'
import { usersTexts } from '../../../web/texts/access/users.ts'
import { texts } from '../../../web/texts.ts'
import { inspect } from '../../browser/inspect.ts'
import { ACCESS, openPasskeyStories, SECURE } from './browser-passkeys.fixture.ts'

/** Passkeys in the app: where they do not work, attacks, and sign-ins with two factors. */
const app = await openPasskeyStories()
const { story, page, debug, authenticatorId, button, field, section, row, passkeyButton } = app
const { signIn, touch, usePasskey, signedOutAt, called } = app
const words = accessTexts.passkeys

const look = (name: string): Promise<void> => inspect(page, `passkeys-${name}`)

story('without HTTPS and a name, the app says what passkeys need', async () => {
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

story('a wrong password adds no passkey', async () => {
  await page.goto(`${SECURE}${ACCESS}`)
  await signIn()
  await button(words.add).click()
  await section().getByRole('textbox', { name: words.password, exact: true }).fill('not the password')
  await button(words.submit).click()
  await page.getByText(words.wrong, { exact: true }).waitFor()
  await look('add')
})

let assertion = ''

story('an answer that was used, or was made for another ceremony, is refused', async () => {
  await signedOutAt(SECURE)
  await touch(true)
  await app.add()
  await look('list')
  await signedOutAt(SECURE)
  await passkeyButton().waitFor()
  await look('sign-in')
  const sent = page.waitForRequest((request) => request.url().endsWith('/webauthn/login/cookie'))
  await usePasskey()
  assertion = (await sent).postData() ?? ''
  await row().waitFor()
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
  await page.getByRole('alert').first().waitFor()
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
  const tab = await page.context().newPage()
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
  await ask.click()
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
  await ask.click()
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

story('an owner deletes the lost passkey of another user', async ({ router }) => {
  await row().getByRole('button').click()
  const own = page.getByRole('dialog', { name: words.removeTitle('Phone'), exact: true })
  await own.getByRole('button', { name: words.remove, exact: true }).click()
  await section().getByText(words.empty, { exact: true }).waitFor()
  await signedOutAt(SECURE)
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
