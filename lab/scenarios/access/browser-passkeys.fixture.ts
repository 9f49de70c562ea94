import { after, test } from 'node:test'
import type { CDPSession, Page, Route } from 'playwright-core'
import { passkeyTexts } from '../../../web/texts/access/credentials/passkeys.ts'
import { accessTexts } from '../../../web/texts/access/credentials.ts'
import { texts } from '../../../web/texts.ts'
import { CHROMIUM, noBrowser, openBrowser, trustRouter } from '../../browser/browser.ts'
import type { DeviceSpec, HouseholdDevice } from '../../guests/device.ts'
import type { Router } from '../../guests/router.ts'
import type { HomeOf } from '../../home/home.ts'
import { openStage, type Story } from '../../home/story.ts'
import { until } from '../../process/until.ts'

export const SECURE = 'https://spr.local'
export const ACCESS = '/admin/system/access'
const RESOLVER = '--host-resolver-rules=MAP spr.local 192.168.2.1, MAP spr.lan 192.168.2.1'
const HOUSEHOLD = { desk: { wired: true, Policies: ['wan', 'dns', 'api'] } } satisfies Record<string, DeviceSpec>
const words = accessTexts.passkeys

/** Sets `isOffering` once the page has asked the browser to offer passkeys in its fields. Pages without TLS have no credentials. */
const NOTE_OFFER = `{
  globalThis.isOffering = false
  const { get } = globalThis.CredentialsContainer?.prototype ?? {}
  if (get) CredentialsContainer.prototype.get = function (options) {
    if (options?.mediation === 'conditional') isOffering = true
    return get.call(this, options)
  }
}`

/**
 * Opens a home with HTTPS for stories about passkeys in Chromium, with the virtual authenticator of its debugger: a phone with a
 * fingerprint. The page has not been opened yet.
 */
export async function openPasskeyStories() {
  const skip = noBrowser(CHROMIUM)
  if (skip) {
    const story: Story<HomeOf<typeof HOUSEHOLD>> = (title) => void test(title, { skip }, () => {})
    return { story, ...passkeysOn({} as Page, {} as CDPSession, '') }
  }
  const { home, story } = await openStage(HOUSEHOLD)
  const { page, debug, authenticatorId } = await openPhone(home.desk, home.router)
  return { story, ...passkeysOn(page, debug, authenticatorId) }
}

async function openPhone(desk: HouseholdDevice, router: Router) {
  await desk.join()
  await trustRouter(desk, router)
  const browser = await openBrowser(desk, CHROMIUM, [RESOLVER])
  after(() => browser.close())
  const page = await (await browser.newContext({ locale: 'en-GB' })).newPage()
  page.setDefaultTimeout(20_000)
  await page.addInitScript(NOTE_OFFER)
  const debug = await page.context().newCDPSession(page)
  await debug.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true } as const
  const able = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true }
  const { authenticatorId } = await debug.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, ...able } })
  return { page, debug, authenticatorId }
}

/** What the stories see and do on the page. */
function passkeysOn(page: Page, debug: CDPSession, authenticatorId: string) {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const section = () => page.getByRole('region', { name: words.title, exact: true })
  /** A passkey in the list. The steps to install the certificate have no button. */
  const row = () =>
    section()
      .getByRole('listitem')
      .filter({ has: page.getByRole('button') })
  const passkeyButton = () => button(passkeyTexts.signIn)

  async function signIn(): Promise<void> {
    await field(texts.login.password).fill('open sesame')
    await button(texts.login.submit).click()
  }

  /** Whether a finger is on the sensor: then each request for a passkey is confirmed immediately, and otherwise it waits. */
  const touch = (enabled: boolean) =>
    debug.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })

  /**
   * Presses the button of the sign-in page, and confirms with the finger. A finger that is on the sensor before would accept the
   * offer in the fields, which signs in without the button.
   */
  async function usePasskey(): Promise<void> {
    await until('the offer in the fields', () => page.evaluate<boolean>('isOffering'))
    const confirm = async (route: Route) => {
      await touch(true)
      await route.continue()
    }
    await page.route('**/webauthn/login', confirm, { times: 1 })
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

  /** Adds the passkey "Phone" with the password, on a page at `SECURE` that is signed out. */
  async function add(): Promise<void> {
    await page.goto(`${SECURE}${ACCESS}`)
    await signIn()
    await button(words.add).click()
    await section().getByRole('textbox', { name: words.name, exact: true }).fill('Phone')
    await section().getByRole('textbox', { name: words.password, exact: true }).fill('open sesame')
    await button(words.submit).click()
    await row().filter({ hasText: 'Phone' }).waitFor()
  }

  return {
    page,
    debug,
    authenticatorId,
    button,
    field,
    section,
    row,
    passkeyButton,
    signIn,
    touch,
    usePasskey,
    signedOutAt,
    called,
    add,
  }
}
