/** A message of the router for the service worker (router/features/messages/notify/carriers/push.ts). */
export interface ShownNotification {
  readonly title: string
  readonly options: {
    readonly body: string
    /** A message that arrives twice is shown once. */
    readonly tag: string
    readonly icon: string
    /** It stays until the user closes it. */
    readonly requireInteraction: boolean
    /** The page that a click opens. */
    readonly data: { readonly url: string }
  }
}

const APP = '/admin'
const PAGE = `${APP}/alerts`
const ICON = '/icons/gate-192.png'

/**
 * The window that shows a page after a click: one that has the page open, otherwise another one of the app. Undefined if only other pages
 * of the router are open, such as the documentation.
 */
export function windowFor<Window extends { readonly url: string }>(
  windows: readonly Window[],
  page: string,
): Window | undefined {
  const isAt = (path: string) => (window: Window) => `${new URL(window.url).pathname}/`.startsWith(`${path}/`)
  return windows.find(isAt(page)) ?? windows.find(isAt(APP))
}

/** Reads a message. An unreadable one is shown too: browsers end the subscription of a worker that shows nothing. */
export function notificationOf(text: string | undefined): ShownNotification {
  const message = parsed(text ?? '')
  const textOf = (name: string): string => (typeof message[name] === 'string' ? message[name] : '')
  const url = textOf('url')
  return {
    title: textOf('title') || 'Sallyport',
    options: {
      body: textOf('body'),
      tag: textOf('tag'),
      icon: ICON,
      requireInteraction: textOf('type') === 'danger',
      // Only pages of this app.
      data: { url: /^\/admin(\/|$)/.test(url) ? url : PAGE },
    },
  }
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
