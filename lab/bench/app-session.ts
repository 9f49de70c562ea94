import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { basic, exchange } from '../contract/call.ts'
import type { Router } from '../guests/router.ts'

const IN_PAGE = new URL('in-page.js', import.meta.url)
/** A slow phone with a bad wifi signal. */
const PHONE = { width: 390, height: 844 }

/** The browser runs on the router's machine: no network is between them. */
export interface AppStage {
  readonly router: Router
  readonly browser: Browser
  readonly ours: string
  readonly bare: string
  /** The session of a browser: the entry in its local storage, and its cookie. */
  readonly session: BrowserSession
}

export interface BrowserSession {
  readonly stored: string
  readonly cookie: { readonly name: string; readonly value: string; readonly url: string }
}

/** A new session, as the browser stores it. */
export async function sessionOf(router: Router): Promise<BrowserSession> {
  const headers = { Authorization: basic(router.login), Host: 'localhost' }
  const reply = await exchange(router.console, { method: 'PUT', path: '/session/cookie', headers })
  const [, name = '', value = ''] = /^(\w+)=([^;]+)/.exec(reply.headers['set-cookie']?.[0] ?? '') ?? []
  const stored = JSON.stringify({ user: 'admin', csrf: JSON.parse(reply.text).CsrfToken })
  return { stored, cookie: { name, value, url: 'http://localhost' } }
}

export interface LoadStage {
  readonly browser: Browser
  readonly session: BrowserSession
}

/** A page in a new browser context, with the measuring script. */
export async function openPage({ browser, session }: LoadStage, isSignedIn: boolean): Promise<Page> {
  const page = await browser.newPage({ locale: 'en-GB', viewport: PHONE })
  page.setDefaultTimeout(60_000)
  await page.addInitScript(readFileSync(IN_PAGE, 'utf8'))
  if (isSignedIn) {
    await page.context().addCookies([session.cookie])
    await page.addInitScript(`localStorage.setItem('sallyport.session', ${JSON.stringify(session.stored)})`)
  }
  return page
}
