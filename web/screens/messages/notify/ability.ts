import { notifyTexts } from '../../../texts/messages/notify.ts'

/** What a browser offers for push messages. */
export interface PushSupport {
  /** Whether the page is a secure context: HTTPS with a trusted certificate, or this machine itself. */
  readonly isSecure: boolean
  readonly hasWorker: boolean
  readonly hasPush: boolean
  /** iPhone or iPad: push works in an installed app only (iOS 16.4 and later). */
  readonly isIos: boolean
  /** Whether the app was opened from the home screen. */
  readonly isInstalled: boolean
  readonly permission: NotificationPermission | undefined
}

/** Whether this browser can receive alerts; otherwise the reason. `denied`: the owner refused them earlier. */
export type Ability = 'ready' | 'insecure' | 'notInstalled' | 'unsupported' | 'denied'

export function abilityOf(found: PushSupport): Ability {
  if (!found.isSecure) return 'insecure'
  if (!found.hasWorker || !found.hasPush || found.permission === undefined)
    return found.isIos && !found.isInstalled ? 'notInstalled' : 'unsupported'
  return found.permission === 'denied' ? 'denied' : 'ready'
}

/** The surroundings of this page. iPads call themselves Macs, but have a touch screen. */
export const surroundings = (): PushSupport => ({
  isSecure: window.isSecureContext,
  hasWorker: 'serviceWorker' in navigator,
  hasPush: 'PushManager' in window,
  isIos:
    /iPhone|iPad|iPod/.test(navigator.userAgent) ||
    (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1),
  isInstalled: window.matchMedia('(display-mode: standalone)').matches,
  permission: 'Notification' in window ? Notification.permission : undefined,
})

/** In this order: Edge and Opera call themselves Chrome as well, and Chrome calls itself Safari. */
const BROWSERS = [
  ['Edge', /\bEdgA?(iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
] as const
const SYSTEMS = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const

/** A name for a browser from its User-Agent, such as `Chrome on Android`. */
export function browserName(userAgent: string): string {
  const find = (rows: readonly (readonly [string, RegExp])[]) => rows.find(([, mark]) => mark.test(userAgent))?.[0]
  const system = find(SYSTEMS)
  const browser = find(BROWSERS) ?? (system === 'iPhone' || system === 'iPad' ? 'Safari' : 'Browser')
  return system === undefined ? browser : notifyTexts.device.named(browser, system)
}
