import type { Page } from 'playwright-core'
import { texts } from '../../../web/texts.ts'
import type { App } from '../../browser/app.ts'
import { basic } from '../../contract/call.ts'

/** The password of all users but the owner. */
export const PASSWORD = 'a long password'
/** What the browser reports of refused calls. */
export const REFUSED = [/ 40[13]$/]
/** Reads that were under way when a user signed out. */
export const ENDED = [/^GET \S+ 401$/]

/** Signs out, and signs in as another user. */
export async function enter({ visit, field, button, heading }: App, name: string): Promise<void> {
  await button(texts.shell.signOut).click()
  // The page of a sign-out is loaded anew.
  await button(texts.login.submit).waitFor()
  await visit('/')
  await field(texts.login.user).fill(name)
  await field(texts.login.password).fill(PASSWORD)
  await button(texts.login.submit).click()
  await heading(texts.shell.start).waitFor()
}

/** The status of a call with the password of a user, as a program makes it. */
export const callAs = (page: Page, name: string, method: string, path: string, data?: object): Promise<number> =>
  page.evaluate(async ({ path, ...init }) => (await fetch(path, { ...init, credentials: 'omit' })).status, {
    ...{ path, method, headers: { Authorization: basic(`${name}:${PASSWORD}`) } },
    ...(data && { body: JSON.stringify(data) }),
  })
