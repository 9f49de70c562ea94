import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { texts } from '../../web/texts.ts'
import type { DeviceSpec } from '../guests/device.ts'
import type { HomeOf, HomeOptions } from '../home/home.ts'
import { openStage } from '../home/story.ts'
import { noBrowser, openBrowser, watch } from './browser.ts'

/** Where the household finds its router. */
export const ROUTER = 'http://192.168.2.1'

/** Before it asks anybody to sign in, the app asks whether the router is set up; one that is refuses to say more. */
const IS_SET_UP = /^GET \/setup 400$/

/** Whoever else lives in a home with the app, its owner sits at the desk. */
type Household = Record<string, DeviceSpec> & { readonly desk: DeviceSpec }

/** A story that the browser has nothing to complain about, but for refusals that belong to it. */
type AppStory<H extends Household> = (
  title: string,
  tell: (home: HomeOf<H>) => Promise<void>,
  refusals?: readonly RegExp[],
) => void

/** What a person sees and does in the app. Names are those that are read out. */
export interface App {
  readonly page: Page
  visit(path: string): Promise<void>
  /** At the page that asks who one is; with the password that the home was made with, unless another is given. */
  signIn(password?: string): Promise<void>
  /** Something that words are put into. It may suggest some. */
  field(name: string): Locator
  /** Something of which one is chosen. */
  choice(name: string): Locator
  button(name: string): Locator
  link(name: string): Locator
  heading(name: string): Locator
  /** A line of a list, by something that stands in it. */
  row(words: string): Locator
  words(exactly: string | RegExp): Locator
  /** Do something that the router is told of, and wait until it has agreed. */
  saved(act: () => Promise<unknown>): Promise<void>
}

/**
 * Open a home for stories that are told in the app. Everybody has joined, unless the router is fresh from the box: then only
 * the desk has, where a browser is open. Where no browser is installed every story is passed over.
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
  const page = await browser.newPage({ locale: 'en-GB' })
  page.setDefaultTimeout(10_000)
  const complaints = watch(page, ROUTER)
  let foreseenBefore: readonly RegExp[] = []
  return {
    story: (title, tell, refusals = []) =>
      story(title, async (told) => {
        // The browser may tell of a refusal when the page has shown it, and the next story has begun.
        const known = [IS_SET_UP, ...foreseenBefore, ...refusals]
        foreseenBefore = refusals
        await tell(told)
        const belongs = (complaint: string) => known.some((refusal) => refusal.test(complaint))
        assert.deepEqual(
          complaints.splice(0).filter((complaint) => !belongs(complaint)),
          [],
        )
      }),
    ...appOn(page, options.password ?? 'open sesame'),
  }
}

function appOn(page: Page, password: string): App {
  const byRole = (role: Parameters<Page['getByRole']>[0]) => (name: string) =>
    page.getByRole(role, { name, exact: true })
  const [textbox, choice, button] = [byRole('textbox'), byRole('combobox'), byRole('button')]
  const field = (name: string) => textbox(name).or(choice(name))
  return {
    page,
    field,
    choice,
    button,
    link: byRole('link'),
    heading: byRole('heading'),
    row: (words) => page.getByRole('listitem').filter({ hasText: words }),
    words: (exactly) => page.getByText(exactly, { exact: true }),
    async visit(path) {
      await page.goto(`${ROUTER}${path}`)
    },
    async signIn(other = password) {
      await field(texts.login.user).fill('admin')
      await field(texts.login.password).fill(other)
      await button(texts.login.submit).click()
    },
    async saved(act) {
      // Told by its question: the answer to one before may still be on its way.
      const question = page.waitForRequest((request) => request.method() !== 'GET')
      await act()
      assert.equal((await (await question).response())?.status(), 200)
    },
  }
}
