/**
 * Runs before anything is drawn, as the only script that does. Sets the color scheme as Mantine would, and hides the sign-in page,
 * which the page has as HTML, where this browser is signed in: links of other sites open without the cookie (SameSite=Strict).
 */
import { SESSION_KEY } from '../client/sessionKey.ts'

const { dataset } = document.documentElement
const chosen = localStorage.getItem('mantine-color-scheme-value')
const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
dataset.mantineColorScheme = isDark ? 'dark' : 'light'
if (localStorage.getItem(SESSION_KEY) !== null) dataset.signedIn = ''
