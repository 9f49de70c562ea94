import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { session } from '../../router/model/access/credentials/contract.ts'
import { texts } from '../../web/texts.ts'
import type { DeviceSpec } from '../guests/device.ts'
import type { HomeOf, HomeOptions } from '../home/home.ts'
import { openStage } from '../home/story.ts'
import { noBrowser, openBrowser, watch } from './browser.ts'
import { noteRequests, openScreen } from './loaded.ts'

/** The router's URL in the household. */
export const ROUTER = 'http://192.168.2.1'

/** Before sign-in, the app checks whether the router is set up; a router that is returns 400. */
const IS_SET_UP = /^GET \/setup 400$/

/** A read that was under way, or is repeated by a screen, when the session ended, as by a restore. */
export const SESSION_ENDED = /^GET \/\S+ 401$/

/** The owner uses the device `desk`. */
type Household = Record<string, DeviceSpec> & { readonly desk: DeviceSpec }

/** A scenario without errors in the browser's console, except for the expected `refusals`. */
type AppStory<H extends Household> = (
  title: string,
  run: (home: HomeOf<H>) => Promise<void>,
  refusals?: readonly RegExp[],
) => void

/** What a person sees and does in the app. Names are accessible names. */
export interface App {
  readonly page: Page
  /** Loads the app with this path. */
  visit(path: string): Promise<void>
  /** Shows the screen of a path in the app that is loaded, and waits for everything on it. */
  open(path: string): Promise<void>
  /** Signs in on the sign-in page, by default with the password of the home. Waits until the router has answered, and the page has left. */
  signIn(password?: string): Promise<void>
  /** Loads the app with this path and signs in. Waits for the heading of the screen, if it is given. */
  enter(path: string, title?: string): Promise<void>
  /** A text field or combobox. */
  field(name: string): Locator
  /** A select. */
  choice(name: string): Locator
  button(name: string): Locator
  link(name: string): Locator
  heading(name: string): Locator
  /** A row of a list, by a text in it. */
  row(words: string): Locator
  words(exactly: string | RegExp): Locator
  /** The undo button of the latest notification with these words: earlier notifications may have one, too. */
  undoOf(words: string): Locator
  /** Presses a switch that has no visible label: its input has no size, so the visible part is pressed. */
  flip(control: Locator): Promise<void>
  /** Performs an action that sends a change, and waits until the router has accepted it. */
  saved(act: () => Promise<unknown>): Promise<void>
}

/**
 * Opens a home for scenarios in the app. All devices have joined, unless the router is not set up: then only the desk has, on
 * which the browser runs. Without a browser every scenario is skipped.
 */
export async function openAppStories<const H extends Household>(
  household: H,
  options: HomeOptions = {},
): Promise<App & { story: AppStory<H> }> {
  const skip = noBrowser()
  if (skip) return { story: (title) => void test(title, { skip }, () => {}), ...appOn({} as Page, '') }
  const { home, story } = await openStage<H>(household, options)
  await (options.unset ? home.desk.join() : home.gather())
  const browser = await openBrowser(home.desk)
  after(() => browser.close())
  // A separate context, so that scenarios can open further tabs.
  const page = await (await browser.newContext({ locale: 'en-GB' })).newPage()
  // Other scenarios run at the same time.
  page.setDefaultTimeout(20_000)
  const complaints = watch(page, ROUTER)
  noteRequests(page)
  let foreseenBefore: readonly RegExp[] = []
  return {
    story: (title, run, refusals = []) =>
      story(title, async (home) => {
        // The browser may report a rejected call only after the page has shown it and the next scenario has begun.
        const known = [IS_SET_UP, ...foreseenBefore, ...refusals]
        foreseenBefore = refusals
        await run(home)
        const belongs = (complaint: string) => known.some((refusal) => refusal.test(complaint))
        assert.deepEqual(
          complaints.splice(0).filter((complaint) => !belongs(complaint)),
          [],
        )
      }),
    ...appOn(page, options.password ?? 'open sesame'),
  }
}

/** The app in a page, with the password of its owner. */
export function appOn(page: Page, password: string): App {
  const byRole = (role: Parameters<Page['getByRole']>[0]) => (name: string) =>
    page.getByRole(role, { name, exact: true })
  const [textbox, choice, button] = [byRole('textbox'), byRole('combobox'), byRole('button')]
  const heading = byRole('heading')
  const field = (name: string) => textbox(name).or(choice(name))
  const visit = async (path: string): Promise<void> => {
    await page.goto(`${ROUTER}${path}`)
  }
  const signIn = async (other = password): Promise<void> => {
    await field(texts.login.user).fill('admin')
    await field(texts.login.password).fill(other)
    const submit = button(texts.login.submit)
    const [response] = await Promise.all([page.waitForResponse(`**${session.beginInBrowser.path}`), submit.click()])
    // A page that is left earlier has not stored its session.
    if (response.ok()) await submit.waitFor({ state: 'detached' })
  }
  return {
    page,
    field,
    choice,
    button,
    link: byRole('link'),
    heading,
    row: (words) => page.getByRole('listitem').filter({ hasText: words }),
    words: (exactly) => page.getByText(exactly, { exact: true }),
    undoOf: (words) =>
      page
        .getByRole('alert')
        .filter({ hasText: words })
        .getByRole('button', { name: texts.shell.undo, exact: true })
        .last(),
    visit,
    open: (path) => openScreen(page, path),
    signIn,
    async enter(path, title) {
      await visit(path)
      await signIn()
      if (title !== undefined) await heading(title).waitFor()
    },
    flip: (control) => control.locator('xpath=following-sibling::*[1]').click(),
    async saved(act) {
      // Identified by its request: the response to an earlier one may still be in transit.
      // HEAD: the app tests whether the router is reachable.
      const question = page.waitForRequest((request) => !['GET', 'HEAD'].includes(request.method()))
      // If the action fails, its error is the one that is reported.
      question.catch(() => {})
      await act()
      assert.equal((await (await question).response())?.status(), 200)
    },
  }
}
